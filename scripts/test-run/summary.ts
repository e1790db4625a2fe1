// The end of `npm test`: a table of the steps, what failed, what was skipped and why, and the sum as the very last line.
import type { StepResult } from './result.ts';

/** So many of the slowest files are named. */
const SLOWEST = 10;

export function summaryLines(results: readonly StepResult[]): string[] {
  const failures = results.flatMap(({ step, failed }) => failed.map((what) => `  ${step}: ${what}`));
  const skips = results.flatMap(({ step, skipped }) =>
    skipped.map(({ test, reason }) => `  ${step}: ${test}: ${reason}`),
  );
  return [
    '',
    ...tableLines(results),
    ...slowestLines(results),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures] : []),
    ...(skips.length > 0 ? ['', 'Skipped:', ...skips] : []),
    '',
    sumLine(results),
  ];
}

function tableLines(results: readonly StepResult[]): string[] {
  const rows = results.map(({ step, passed, failed, skipped, seconds }) => [
    step,
    String(passed),
    String(failed.length),
    String(skipped.length),
    seconds.toFixed(1),
  ]);
  const table = [['step', 'passed', 'failed', 'skipped', 'seconds'], ...rows];
  return table.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(9))).join(''),
  );
}

function slowestLines(results: readonly StepResult[]): string[] {
  const times = results.flatMap((result) => result.times ?? []).toSorted((a, b) => b.seconds - a.seconds);
  const lines = times.slice(0, SLOWEST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(9)}  ${file}`);
  return lines.length > 0 ? ['', 'Slowest files, in seconds:', ...lines] : [];
}

function sumLine(results: readonly StepResult[]): string {
  const sum = (count: (result: StepResult) => number) => results.reduce((total, result) => total + count(result), 0);
  const passed = sum((result) => result.passed);
  const failed = sum((result) => result.failed.length);
  const skipped = sum((result) => result.skipped.length);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
