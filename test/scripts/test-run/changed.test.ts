// `npm test -- --changed` runs what a change reaches, the contracts and one journey, and no more.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { changedFiles, contracts, journey, rootsOfAll, selectTests } from '../../../scripts/test-run/changed.ts';
import { stepsOf } from '../../../scripts/test-run/steps.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const source = (file: string, ...specifiers: string[]) => ({
  file,
  imports: specifiers.map((specifier) => ({ specifier, line: 1 })),
});
const sources = [
  source('src-main/core/games/rules.ts'),
  source('src-main/core/games/service.ts', './rules.ts'),
  source('src-main/core/core.ts', './games/service.ts'),
  source('test/support/core.ts', '../../src-main/core/core.ts', '../../src-main/core/games/rules.ts'),
  source('test/src-main/core/games/games.test.ts'),
  source('test/src-main/core/other/uses.test.ts', '../../../../src-main/core/games/service.ts'),
  source('test/src-main/core/core.test.ts', '../../../src-main/core/core.ts'),
  source('test/src-main/core/far.test.ts', '../../support/core.ts'),
  source('test/src-shared/service/contract.test.ts'),
  source('test/end-to-end/first-build.e2e.ts'),
  source('test/end-to-end/other.e2e.ts'),
];
const always = ['test/src-shared/service/contract.test.ts', journey];

test('follows imports up to where all features come together, and adds what mirrors the folder', () => {
  expect(selectTests(['src-main/core/games/rules.ts'], sources)).toEqual([
    'test/src-main/core/games/games.test.ts',
    'test/src-main/core/other/uses.test.ts',
    ...always,
  ]);
});

test('follows what was changed itself, wherever it is', () => {
  expect(selectTests(['test/support/core.ts'], sources)).toEqual(['test/src-main/core/far.test.ts', ...always]);
  expect(selectTests(['src-main/core/core.ts'], sources)).toContain('test/src-main/core/core.test.ts');
  expect(selectTests(['test/end-to-end/other.e2e.ts'], sources)).toEqual([...always, 'test/end-to-end/other.e2e.ts']);
});

test('runs the contracts and the journey whatever was changed', () => {
  expect(selectTests(['README.md'], sources)).toEqual(always);
});

test('runs all where what all of them run by was changed', () => {
  const all = sources.map(({ file }) => file).filter((file) => /\.(?:test|e2e)\.ts$/.test(file));
  const files = ['package.json', 'package-lock.json', 'vitest.config.ts', 'playwright.config.ts'];
  files.push('electron.vite.config.ts', 'tsconfig.json', 'tsconfig.base.json', 'src-renderer/tsconfig.json');
  for (const file of files) expect(selectTests([file], sources), file).toEqual(all);
});

test('counts what nobody imports to the tests of the nearest folder above', () => {
  const games = 'test/src-main/core/games/games.test.ts';
  expect(selectTests(['src-main/core/games/files/deep/table.txt'], sources)).toEqual([games, ...always]);
  expect(selectTests(['docs/files/table.txt'], sources)).toEqual(always);
  expect(selectTests(['src-main/core/games/deep/rule.ts'], sources), 'code has importers').toEqual(always);
});

test('says that what has changed is not known, rather than that nothing has', async () => {
  const root = await makeTempFolder('changed');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root, stdio: 'pipe' });
  const write = async (name: string, text: string) => await writeFile(path.join(root, name), text);
  git('init', '--quiet');
  await write('käfer.ts', 'one');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  await write('käfer.ts', 'another');
  await write('fresh file.ts', 'one');
  expect(changedFiles('HEAD', root)).toEqual(['käfer.ts', 'fresh file.ts']);
  expect(() => changedFiles('nowhere', root)).toThrow('Git knows no "nowhere" to compare with.');
  await write('.git/index', 'damaged');
  expect(() => changedFiles('HEAD', root)).toThrow(/^What has changed is not known, as "git diff .* failed\. .*index/);
});

test('names files that there are', () => {
  for (const file of [...rootsOfAll, ...contracts, journey]) {
    expect(existsSync(path.join(projectRoot, file)), file).toBe(true);
  }
});

test('leaves out a step that nothing was selected for, and gives the others their files', () => {
  const step = { name: 'node', group: 'unit', needs: [], command: () => ['vitest'] } as const;
  const selection = { node: ['a.test.ts'], dom: [], window: [], endToEnd: [] };
  const steps = stepsOf(selection, [
    { ...step, chosenFrom: ({ node }) => node },
    { ...step, chosenFrom: ({ dom }) => dom },
    step,
  ]);
  expect(steps.map(({ command }) => command('report'))).toEqual([['vitest', 'a.test.ts'], ['vitest']]);
});
