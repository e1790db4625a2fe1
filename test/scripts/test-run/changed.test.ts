// `npm test -- --changed` runs what a change reaches, the contracts and one journey, and no more.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { contracts, journey, rootsOfAll, selectTests } from '../../../scripts/test-run/changed.ts';
import { stepsOf } from '../../../scripts/test-run/steps.ts';

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
