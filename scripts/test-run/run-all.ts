// Runs the chosen steps, goes on after a failure, and sums up at the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../setup/chromium.mjs';
import { tryFetchElectron } from '../setup/electron.mjs';
import { tryInstallHostedPrograms } from '../setup/hosted-programs.mjs';
import { projectRoot } from '../setup/project.mjs';
import { selectChanged } from './changed.ts';
import { type Counts, judgeSkips, type StepResult, withRunnerFailure } from './result.ts';
import { chosenSteps, type Step, stepsOf } from './steps.ts';
import { summaryLines } from './summary.ts';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const nothing: Counts = { passed: 0, failed: [], skipped: [] };

const running = new Set<ChildProcess>();

/** Ctrl+C means the whole run, not only this step. */
function stopAll(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
  process.exit(128 + os.constants.signals[signal]);
}

export async function main(args: string[]): Promise<void> {
  const steps = stepsFor(args);
  const needs = new Set(steps.flatMap((step) => step.needs));
  if (needs.has('chromium')) await ensureChromium();
  if (needs.has('hosted-programs')) await tryInstallHostedPrograms();
  if (needs.has('electron')) await tryFetchElectron();
  for (const signal of endingSignals) process.once(signal, stopAll);
  const building = needs.has('build') ? build() : [];
  const results = await together(steps.filter((step) => !isCheck(step) && !fillsMachine(step)));
  results.push(...(await building));
  const checks = steps.filter(isCheck).map(runStep);
  for (const step of steps.filter(fillsMachine)) results.push(...(await together([step])));
  results.unshift(...(await Promise.all(checks)));
  for (const line of summaryLines(results)) console.log(line);
  if (results.some((result) => result.failed.length > 0)) process.exitCode = 1;
}

function stepsFor(args: string[]): readonly Step[] {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      changed: { type: 'boolean', default: false },
      base: { type: 'string', default: 'origin/main' },
    },
  });
  const steps = chosenSteps(values.only);
  return values.changed ? stepsOf(selectChanged(values.base), steps) : steps;
}

/**
 * Checks have no clock and nobody waits for them: at a low priority they take the time in which the node tests wait. The window's wait
 * less, and its Chromium is a group of processes of its own, beside which Linux minds no priority of ours.
 */
function isCheck({ group }: Step): boolean {
  return group === 'checks';
}

/** It has as many workers as keep all cores busy. The other tests keep one busy for much of their time: they run beside each other. */
function fillsMachine({ name, group }: Step): boolean {
  return name === 'node' || group === 'end-to-end';
}

async function together(steps: readonly Step[]): Promise<StepResult[]> {
  if (steps.length > 0) console.log(`\n=== ${steps.map(({ name }) => name).join(', ')}`);
  return await Promise.all(steps.map(runStep));
}

/** A build that succeeds is no test; one that fails counts as one, and the steps that can do without it still run. */
async function build(): Promise<StepResult[]> {
  const started = performance.now();
  const exit = await runToEnd([path.join(projectRoot, 'scripts/run.mjs'), 'build', '--if-changed']);
  if (exit === undefined) return [];
  const seconds = (performance.now() - started) / 1000;
  return [{ ...nothing, failed: ['the app could not be built'], step: 'build', seconds }];
}

async function runStep(step: Step): Promise<StepResult> {
  const started = performance.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-report-'));
  const report = path.join(folder, 'report.json');
  const exit = await runToEnd(step.command(report), { env: step.env?.(report), isLow: isCheck(step) });
  const counts = step.readReport
    ? withRunnerFailure(judgeSkips(await countsOf(report, step.readReport)), exit)
    : countsOfCheck(exit);
  await rm(folder, { recursive: true, force: true });
  return { ...counts, step: step.name, seconds: (performance.now() - started) / 1000 };
}

type RunOptions = { env?: Readonly<Record<string, string>> | undefined; isLow?: boolean };

/** Runs a file on this Node. Answers how it ended if not well, in words. */
function runToEnd(command: readonly string[], { env, isLow = false }: RunOptions = {}): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running.add(child);
    if (isLow && child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    const finish = (exit: string | undefined) => {
      running.delete(child);
      resolve(exit);
    };
    child.once('error', (error) => finish(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => finish(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`));
  });
}

function countsOfCheck(exit: string | undefined): Counts {
  return exit === undefined ? { ...nothing, passed: 1 } : { ...nothing, failed: ['its complaints are above'] };
}

/** A runner that breaks down leaves no report, or half of one; its exit code is counted then. */
async function countsOf(report: string, read: (json: unknown) => Counts): Promise<Counts> {
  try {
    return read(JSON.parse(await readFile(report, 'utf8')));
  } catch (error) {
    return {
      ...nothing,
      failed: [`no report could be read: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
}
