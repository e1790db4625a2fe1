// What the documents point at has to exist: linked files, paths in backticks, npm scripts, and the tests that two documents list.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, readJson } from '../../scripts/setup/project.mjs';

const roots =
  '{.ci,.changes,build,docs,embedded-server,resources,samples,scripts,src-main,src-renderer,src-shared,test}';
const files = globSync(`${roots}/**`, { cwd: projectRoot });
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: projectRoot })];
const topFolders = new Set(files.map((file) => file.split(path.sep)[0]));

const texts = new Map(documents.map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')]));
const proseOf = (file: string) => (texts.get(file) ?? '').replaceAll(/^```.*?^```/gms, '');
const quotedIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map((found) => found[1] ?? '');

test.each(documents)('links in %s lead to files', (file) => {
  const links = [...proseOf(file).matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s#]+)/g)].map((found) => found[1] ?? '');
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(relative.filter((link) => !exists(path.join(path.dirname(file), link)))).toEqual([]);
});

// The two lists of tests have a test of their own.
const lists = ['docs/desktop-checks.md', 'docs/journeys.md'];

// A path begins with a folder of the project, or is the end of one: `server-runs/supervisor.ts`.
test.each(documents.filter((file) => !lists.includes(file)))('paths in backticks in %s exist', (file) => {
  const paths = quotedIn(proseOf(file)).filter((text) => isFromTop(text) || isCodeFile(text));
  expect(paths.filter((text) => !exists(isFromTop(text) ? text : `${roots}/**/${text}`))).toEqual([]);
});

test.each(documents)('npm scripts in %s exist', (file) => {
  const { scripts } = readJson(path.join(projectRoot, 'package.json')) as { scripts: Record<string, string> };
  const named = [...(texts.get(file) ?? '').matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(
    (found) => found[1] ?? '',
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the desktop checks and the journeys name tests that exist', () => {
  const named = lists.flatMap((file) =>
    proseOf(file)
      .split('\n')
      .filter((line) => /^\| (?!-)/.test(line))
      .flatMap((line) => quotedIn(line.split('|').slice(2).join('|')))
      .filter((name) => /^[\w.{},/*-]+$/.test(name)),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !isTest(name))).toEqual([]);
});

function isFromTop(text: string): boolean {
  return /^[\w./<>{},*-]+$/.test(text) && text.includes('/') && topFolders.has(text.split('/')[0] ?? '');
}

function isCodeFile(text: string): boolean {
  return /^[\w./{},*-]+\.(?:ts|tsx|mjs|css)$/.test(text);
}

/** `<feature>` and `*` stand for any name. */
function exists(pattern: string): boolean {
  return bracesOf(pattern.replaceAll(/<[^>]*>/g, '*')).every((each) => {
    return globSync(each, { cwd: projectRoot }).length > 0;
  });
}

/** Every alternative that `a/{b,c}` names has to exist, where a glob is content with one. The folders of `roots` are such a glob. */
function bracesOf(pattern: string): string[] {
  const start = pattern.startsWith(roots) ? roots.length : 0;
  const found = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern.slice(start));
  if (!found) return [pattern];
  const [, before = '', inside = '', after = ''] = found;
  return inside.split(',').flatMap((each) => bracesOf(`${pattern.slice(0, start)}${before}${each}${after}`));
}

function isTest(name: string): boolean {
  if (name.startsWith('test/')) return exists(name) || exists(`${name}.test.ts`);
  if (name.includes('/')) return exists(`test/${name}.test.ts`);
  if (name.endsWith('.test')) return globSync(`test/**/${name}.{ts,tsx}`, { cwd: projectRoot }).length > 0;
  return globSync(`test/end-to-end/${name}{,.*}.e2e.ts`, { cwd: projectRoot }).length > 0;
}
