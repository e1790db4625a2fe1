// The steps of `npm test` in their order: what each runs, what it needs, and how its counts are read.
import path from 'node:path';
import { commandFile, projectRoot, SetupError } from '../setup/project.mjs';
import type { Selection } from './changed.ts';
import { readPlaywrightReport } from './read-playwright-report.ts';
import { readVitestReport } from './read-vitest-report.ts';
import type { Counts } from './result.ts';
import { sharesOf } from './shares.ts';

export interface Step {
  readonly name: string;
  readonly group: 'checks' | 'unit' | 'window' | 'end-to-end';
  readonly needs: readonly ('chromium' | 'build' | 'electron' | 'hosted-programs')[];
  /** The file for Node to run, with its arguments; `report` is where the runner shall write its report. */
  readonly command: (report: string) => readonly string[];
  /** Of the tests that were selected, those that this step runs. A step without it runs whatever is selected. */
  readonly chosenFrom?: (selection: Selection) => readonly string[];
  readonly env?: (report: string) => Readonly<Record<string, string>>;
  /** Reads the parsed report. A step without one counts as a single test that passes or fails by its exit code. */
  readonly readReport?: (report: unknown) => Counts;
}

/** What the projects of vitest need. */
const needsOf = { node: ['hosted-programs'], dom: [], window: ['chromium'] } as const;

const steps: readonly Step[] = [
  ...['format', 'lint', 'style', 'types', 'layers'].map(checkStep),
  vitestStep('node', 'unit'),
  vitestStep('dom', 'unit'),
  ...['1/2', '2/2'].map(windowStep),
  {
    name: 'end-to-end',
    group: 'end-to-end',
    needs: ['chromium', 'build', 'electron'],
    command: () => [commandFile('playwright', 'playwright'), 'test'],
    chosenFrom: ({ endToEnd }) => endToEnd,
    env: (report) => ({
      SLIPWAY_E2E_REPORT: report,
      // Of use from run to run, and no litter in the place for what is temporary.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(projectRoot, 'node_modules/.cache/playwright-transform'),
    }),
    readReport: readPlaywrightReport,
  },
];

/** `only` names steps or groups, with commas between them. */
export function chosenSteps(only: string | undefined): readonly Step[] {
  if (only === undefined) return steps;
  const names = only.split(',');
  const known = new Set(steps.flatMap((step) => [step.group, step.name]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no step "${unknown}". Choose from ${[...known].join(', ')}.`);
  }
  return steps.filter((step) => names.includes(step.name) || names.includes(step.group));
}

/** The steps with the selected tests alone. The end-to-end ones run in one shell. */
export function stepsOf(selection: Selection, among: readonly Step[]): readonly Step[] {
  return among.flatMap((step) => {
    const files = step.chosenFrom?.(selection);
    if (files === undefined) return [step];
    if (files.length === 0) return [];
    const more = step.group === 'end-to-end' ? ['--project=browser-shell'] : [];
    const needs = step.needs.filter((need) => need !== 'electron');
    // What is selected is dealt out already, and a shard of no file would fail.
    const command = (report: string) => step.command(report).filter((word) => !word.startsWith('--shard'));
    return [{ ...step, needs, command: (report: string) => [...command(report), ...more, ...files] }];
  });
}

function checkStep(name: string): Step {
  const command = [path.join(projectRoot, 'scripts/run.mjs'), 'check', '--only', name];
  return { name, group: 'checks', needs: [], command: () => command };
}

/** Half of the window's tests, beside the other half: a process has one page, as a second would take the focus from the first. */
function windowStep(shard: string): Step {
  const step = vitestStep('window', 'window');
  const own = Number(shard[0]) - 1;
  return {
    ...step,
    name: `window ${shard}`,
    chosenFrom: ({ window }) => sharesOf(window, 2, (file) => file)[own] ?? [],
    command: (report) => [...step.command(report), `--shard=${shard}`],
    env: () => ({ SLIPWAY_WINDOW_SHARD: shard[0] ?? '' }),
  };
}

/**
 * Workers of the node tests start thousands of programs, and for each one Linux copies where all their memory lies. In large pages that
 * is a tenth less computing.
 */
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

function vitestStep(name: keyof typeof needsOf, group: 'unit' | 'window'): Step {
  return {
    name,
    group,
    needs: needsOf[name],
    chosenFrom: (selection) => selection[name],
    command: (report) => [
      commandFile('vitest', 'vitest'),
      'run',
      `--project=${name}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    ...(name === 'node' ? { env: () => largePages } : {}),
    readReport: readVitestReport,
  };
}
