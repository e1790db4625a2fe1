// Checks names that no compiler sees: every token and class that is used exists, and every one that is defined is used.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './setup/project.mjs';

/** What is wrong, and where. */
export interface StyleProblem {
  readonly file: string;
  readonly rule: string;
}

type Files = ReadonlyMap<string, string>;

const folder = 'src-renderer';
const tokensFile = 'src-renderer/design/tokens.css';
/** Set on an element by its component, or by a library. */
const setByCode = /^--(available-height|v|p|ansi-\d*)$/;

export function main(): void {
  const problems = findStyleProblems(readFiles(projectRoot));
  for (const { file, rule } of problems) console.log(`${file}: ${rule}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** `files` are the styles and components, by path from the root. */
export function findStyleProblems(files: Files): readonly StyleProblem[] {
  return tokenProblems(files);
}

function readFiles(root: string): Files {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  const wanted = names.filter((name) => /\.(css|tsx?)$/.test(name)).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    wanted.toSorted().map((name) => {
      const file = path.posix.join(folder, name);
      return [file, readFileSync(path.join(root, file), 'utf8')];
    }),
  );
}

function tokenProblems(files: Files): StyleProblem[] {
  const defined = new Set(matches(withoutComments(files.get(tokensFile) ?? ''), /^\s*(--[\w-]+):/gm));
  const used = new Set<string>();
  const problems: StyleProblem[] = [];
  for (const [file, text] of files) {
    for (const name of matches(withoutComments(text), /var\((--[\w-]+)/g)) {
      used.add(name);
      if (!defined.has(name) && !setByCode.test(name)) problems.push({ file, rule: `there is no token ${name}` });
    }
  }
  for (const name of defined)
    if (!used.has(name)) problems.push({ file: tokensFile, rule: `the token ${name} is not used` });
  return problems;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
}
