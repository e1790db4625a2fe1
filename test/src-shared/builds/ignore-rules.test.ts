// Ignore patterns: read as git reads them, shown by asking git itself about random ones.
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { createIgnoreMatcher, parseIgnoreFile } from '../../../src-shared/builds/ignore-rules.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const matcherOf = (...patterns: string[]) => createIgnoreMatcher(patterns.map((pattern) => ({ pattern })));

it.each([
  ['a name at any depth', ['*.pdb'], 'a/b/Game.pdb', 'a/b/Game.pdb'],
  ['a folder, for all that is in it', ['.git'], 'sub/.git/objects/1', 'sub/.git'],
  ['a folder only, not a file of its name', ['Saved/'], 'Saved', undefined],
  ['a pattern with a slash from the root alone', ['a/b'], 'x/a/b', undefined],
  ['any number of folders', ['a/**/b'], 'a/x/y/b', 'a/x/y/b'],
  ['no folder between', ['a/**/b'], 'a/b', 'a/b'],
  ['what is in a folder, not the folder', ['a/**'], 'a', undefined],
  ['an escaped sign', ['\\!a'], '!a', '!a'],
  ['a class', ['[!a-c]x'], 'dx', 'dx'],
  ['the last pattern that fits', ['*.log', '!keep.log'], 'keep.log', undefined],
  ['nothing back out of a folder', ['a/', '!a/keep'], 'a/keep', 'a'],
  ['nothing, for a class that is never closed', ['[ab'], 'a', undefined],
])('leaves out %s', (_what, patterns, file, at) => {
  expect(matcherOf(...patterns)(file, false)?.path).toBe(at);
});

it('reads a file of patterns with either line ending, comments, a mark of its order and escaped spaces', () => {
  expect(parseIgnoreFile('\uFEFF# comment\r\n*.log  \r\n\r\nwith space\\ \n\\#a\n')).toEqual([
    '*.log',
    'with space\\ ',
    '\\#a',
  ]);
});

it('is never slow, however the pattern is made', () => {
  const stars = `${'*a'.repeat(200)}b`;
  const folders = `${'**/a/'.repeat(100)}b`;
  const matches = matcherOf(stars, folders);
  expect(matches('a'.repeat(4_000), false)).toBeUndefined();
  expect(matches('a/'.repeat(1_000) + 'c', false)).toBeUndefined();
});

const files = ['a', 'b.log', 'ab', 'x y', 'd/a', 'd/b.log', 'd/e/a', 'd/e/ab', 'd/e/f/b.log', 'e/d/a', 'e/[x]', '!b'];
const folders = ['d', 'd/e', 'd/e/f', 'e', 'e/d'];

// Each pattern is asked of git, in a process of its own.
it('agrees with git about random patterns', { timeout: 90_000 }, async () => {
  const root = await makeTempFolder('ignore');
  for (const folder of folders) await mkdir(path.join(root, folder), { recursive: true });
  for (const file of files) await writeFile(path.join(root, file), '');
  git(root, ['init', '--quiet', root]);
  const piece = constantFrom(
    'a',
    'b',
    'd',
    'e',
    'f',
    '*',
    '**',
    '?',
    '/',
    '/**/',
    '.log',
    '[ab]',
    '[!a]',
    '\\a',
    '\\*',
    ' ',
  );
  const pattern = tuple(constantFrom('', '', '!', '/', '**/'), array(piece, { minLength: 1, maxLength: 4 }))
    .map(([start, pieces]) => start + pieces.join(''))
    // Older gits read two stars beside letters now one way, now the other.
    .filter((text) => !/[^/!*]\*\*|\*\*[^/*]/.test(text));
  await assert(
    asyncProperty(array(pattern, { minLength: 1, maxLength: 4 }), async (patterns) => {
      const text = patterns.join('\n');
      await writeFile(path.join(root, '.git/info/exclude'), text);
      const matches = matcherOf(...parseIgnoreFile(text));
      const ours = [
        ...folders.filter((each) => matches(each, true) !== undefined),
        ...files.filter((each) => matches(each, false) !== undefined),
      ];
      expect(ours.toSorted()).toEqual(askGit(root, [...folders, ...files]).toSorted());
    }),
    { numRuns: 150 },
  );
});

/** The paths that git leaves out; a pattern with `!` it names as well, and that one keeps. */
function askGit(root: string, paths: string[]): string[] {
  const ignored = git(
    root,
    ['check-ignore', '--no-index', '--verbose', '--non-matching', '-z', '--stdin'],
    paths.join('\0'),
  );
  const fields = ignored.split('\0');
  const left: string[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [pattern = '', file = ''] = fields.slice(at + 2, at + 4);
    if (pattern !== '' && !pattern.startsWith('!')) left.push(file);
  }
  return left;
}

/** Git with no settings but its own. It answers 1 when nothing is left out. */
function git(cwd: string, args: string[], input = ''): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, input, env, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout;
}
