// Finds the tests for `npm test -- --changed`: what a change reaches, the contracts, and one journey.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { codeEndings, readSources, relativeTargets, type Source } from '../read-sources.ts';
import { projectRoot, SetupError } from '../setup/project.mjs';

/** Where all features come together. A change is not followed through them, as behind them are all tests; these stand for it. */
export const rootsOfAll: readonly string[] = [
  'embedded-server/index.ts',
  'embedded-server/server.ts',
  'src-main/core/core.ts',
  'src-main/cli/main.ts',
  'src-main/electron/main.ts',
  'src-main/browser/main.ts',
  'src-renderer/app/pages.tsx',
  'src-renderer/app/root.tsx',
];
export const contracts: readonly string[] = [
  'test/src-shared/service/',
  'test/src-shared/bridge/',
  'test/embedded-server/platform/http/every-row.test.ts',
];
/** What all tests run by: a change of it reaches each of them. */
const foundations: readonly string[] = [
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
  'playwright.config.ts',
  'electron.vite.config.ts',
];
const settingsOfTypes = /^(?:.+\/)?tsconfig(?:\.[a-z]+)?\.json$/;
export const journey = 'test/end-to-end/first-build.e2e.ts';

/** Files of each runner, from the project's root. */
export interface Selection {
  readonly node: readonly string[];
  readonly dom: readonly string[];
  readonly window: readonly string[];
  readonly endToEnd: readonly string[];
}

/** What differs from where `base` and this branch parted, committed or not. */
export function selectChanged(base: string): Selection {
  return byRunner(selectTests(changedFiles(base, projectRoot), readSources(projectRoot).sources));
}

export function selectTests(changed: readonly string[], sources: readonly Source[]): string[] {
  const tests = sources.map(({ file }) => file).filter((file) => /\.(?:test\.tsx?|e2e\.ts)$/.test(file));
  if (changed.some((file) => foundations.includes(file) || settingsOfTypes.test(file))) return tests;
  const reached = reachedBy(changed, sources);
  const folders = changed.map((file) => mirrorOf(file, tests));
  const isWanted = (test: string) =>
    reached.has(test) ||
    test === journey ||
    folders.some((folder) => test.startsWith(folder)) ||
    contracts.some((contract) => test.startsWith(contract));
  return tests.filter(isWanted);
}

/** The folder of its tests. What is no code is imported by nobody: it counts to the nearest folder above that has some. */
function mirrorOf(file: string, tests: readonly string[]): string {
  const own = path.posix.dirname(file);
  if (codeEndings.includes(path.posix.extname(file))) return `test/${own}/`;
  for (let folder = own; folder.includes('/'); folder = path.posix.dirname(folder)) {
    if (tests.some((test) => test.startsWith(`test/${folder}/`))) return `test/${folder}/`;
  }
  return `test/${own}/`;
}

/** The files themselves, what imports them, and so on, up to what brings all together and to what tests have in common. */
function reachedBy(changed: readonly string[], sources: readonly Source[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    for (const { target } of relativeTargets(source)) {
      importers.set(target, [...(importers.get(target) ?? []), source.file]);
    }
  }
  const reached = new Set(changed);
  for (const file of reached) {
    if (!changed.includes(file) && isPassage(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return reached;
}

function isPassage(file: string): boolean {
  return rootsOfAll.includes(file) || /^test\/(?:.+\/)?support\//.test(file);
}

function byRunner(tests: readonly string[]): Selection {
  const endToEnd = tests.filter((file) => file.endsWith('.e2e.ts'));
  const window = tests.filter((file) => file.endsWith('.browser.test.tsx'));
  const dom = tests.filter((file) => file.startsWith('test/src-renderer/') && file.endsWith('.test.ts'));
  const rest = new Set([...endToEnd, ...window, ...dom]);
  return { endToEnd, window, dom, node: tests.filter((file) => !rest.has(file)) };
}

/** From the project's root. */
export function changedFiles(base: string, root: string): string[] {
  const parted = runGit(['merge-base', base, 'HEAD'], root);
  if (parted.status !== 0) {
    throw new SetupError(`Git knows no "${base}" to compare with. Name another with --base, such as --base HEAD~1.`);
  }
  const differs = namesOf(['diff', '--name-only', '-z', parted.stdout.trim()], root);
  return [...new Set([...differs, ...namesOf(['ls-files', '--others', '--exclude-standard', '-z'], root)])];
}

function namesOf(args: readonly string[], root: string): string[] {
  const { status, stdout, stderr } = runGit(args, root);
  if (status !== 0) {
    throw new SetupError(`What has changed is not known, as "git ${args.join(' ')}" failed. ${stderr.trim()}`);
  }
  return stdout.split('\0').filter((name) => name !== '');
}

const MOST_BYTES = 2 ** 28;

function runGit(args: readonly string[], root: string) {
  const { error, ...ended } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: MOST_BYTES });
  if (error !== undefined) throw new SetupError(`What has changed is not known, as git did not run. ${error.message}`);
  return ended;
}
