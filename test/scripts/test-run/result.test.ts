// What counts as passed, failed and skipped in `npm test`, and what its last line says.
import { expect, test } from 'vitest';
import { readPlaywrightReport } from '../../../scripts/test-run/read-playwright-report.ts';
import { readVitestReport } from '../../../scripts/test-run/read-vitest-report.ts';
import { judgeSkips, withRunnerFailure } from '../../../scripts/test-run/result.ts';
import { summaryLines } from '../../../scripts/test-run/summary.ts';

const nothing = { passed: 0, failed: [], skipped: [] };

test('a skip because of what cannot be had everywhere stays a skip, every other one is a failure', () => {
  const skipped = [
    { test: 'a', reason: 'no Electron binary: offline' },
    { test: 'b', reason: 'flaky' },
    { test: 'c', reason: '' },
    { test: 'd', reason: 'no container engine' },
  ];
  expect(judgeSkips({ passed: 1, failed: ['x'], skipped })).toEqual({
    passed: 1,
    failed: ['x', 'b (skipped because: flaky)', 'c (skipped without a reason)'],
    skipped: [skipped[0], skipped[3]],
  });
});

test('a runner that breaks down is one failure, unless its tests failed already', () => {
  expect(withRunnerFailure({ ...nothing, passed: 3 }, 'ended with code 1').failed).toEqual([
    'the runner ended with code 1',
  ]);
  expect(withRunnerFailure({ ...nothing, failed: ['a'] }, 'ended with code 1').failed).toEqual(['a']);
  expect(withRunnerFailure({ ...nothing, passed: 3 }, undefined).failed).toEqual([]);
});

test('a step in which no test ran is a failure', () => {
  expect(withRunnerFailure(nothing, undefined).failed).toEqual(['no test was found']);
});

test("vitest's report is counted by test with why it failed, and a file that failed as a whole is one failure", () => {
  const tests = [
    ...['passed', 'skipped', 'todo'].map((status) => ({ fullName: `is ${status}`, status })),
    { fullName: 'is failed', status: 'failed', failureMessages: ['Error: 3 is not 4\n    at a.test.ts'] },
    { fullName: 'images (no container engine) run', status: 'skipped' },
  ];
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: '', startTime: 1000, endTime: 2500, assertionResults: tests },
      {
        name: 'b.test.ts',
        status: 'failed',
        message: 'Leaks.\nMore.',
        assertionResults: [{ fullName: 'c', status: 'passed' }],
      },
    ],
  };
  const { passed, failed, skipped, times } = readVitestReport(report);
  expect(times?.map(({ seconds }) => seconds)).toEqual([1.5, 0]);
  expect(passed).toBe(2);
  expect(failed).toEqual([
    expect.stringMatching(/a\.test\.ts > is failed: Error: 3 is not 4$/),
    expect.stringMatching(/b\.test\.ts: Leaks\.$/),
  ]);
  expect(skipped.map(({ reason }) => reason)).toEqual(['', '', 'no container engine']);
});

test("Playwright's report is counted through nested suites, with each skip's reason", () => {
  const run = (projectName: string, status: string, annotations: object[] = []) => ({
    projectName,
    status,
    annotations,
    results: [
      {
        duration: 500,
        ...(status === 'unexpected' && { error: { message: '\u001B[31mTest timeout\u001B[39m\nmore' } }),
      },
    ],
  });
  const inner = {
    title: 'games',
    specs: [
      {
        title: 'opens',
        tests: [run('browser-shell', 'expected'), run('electron', 'skipped', [{ type: 'skip', description: 'why' }])],
      },
      { title: 'closes', tests: [run('browser-shell', 'unexpected')] },
    ],
  };
  const report = {
    suites: [{ title: 'a.test.ts', specs: [], suites: [inner] }],
    errors: [{ message: 'No port.\nStack' }],
  };
  expect(readPlaywrightReport(report)).toEqual({
    times: [{ file: 'test/end-to-end/a.test.ts', seconds: 1.5 }],
    passed: 1,
    failed: ['[browser-shell] a.test.ts > games > closes: Test timeout', 'No port.'],
    skipped: [{ test: '[electron] a.test.ts > games > opens', reason: 'why' }],
  });
});

test('the summary ends with the sum and tells each failure and skip', () => {
  const lines = summaryLines([
    { step: 'node', seconds: 1.25, passed: 3, failed: ['a > b'], skipped: [] },
    { step: 'end-to-end', seconds: 2, passed: 4, failed: [], skipped: [{ test: 'c', reason: 'no Electron binary' }] },
  ]);
  expect(lines.at(-1)).toBe('7 passed, 1 failed, 1 skipped');
  expect(lines).toContain('  node: a > b');
  expect(lines).toContain('  end-to-end: c: no Electron binary');
});

test('the summary names the ten slowest files of all steps, the slowest first', () => {
  const times = (step: string, longest: number) =>
    Array.from({ length: 8 }, (_, at) => ({ file: `${step}-${at}.test.ts`, seconds: longest - at }));
  const lines = summaryLines([
    { ...nothing, step: 'node', seconds: 1, passed: 1, times: times('node', 20) },
    { ...nothing, step: 'dom', seconds: 1, passed: 1, times: times('dom', 21.5) },
  ]);
  const named = lines.flatMap((line) => /^ +([\d.]+) {2}(\S+)$/.exec(line)?.slice(1).join(' ') ?? []);
  expect(named).toHaveLength(10);
  expect(named.slice(0, 3)).toEqual(['21.5 dom-0.test.ts', '20.5 dom-1.test.ts', '20.0 node-0.test.ts']);
});
