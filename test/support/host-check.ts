// `slipway doctor --host` with options of its own: what it found, and whether that is the one thing that is wrong.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { startServer } from '../../embedded-server/index.ts';
import { runCommand } from './command.ts';
import { ownPorts } from './service.ts';
import { makeTempFolder } from './temp-folder.ts';

type Check = { check: string; severity: string; sentence: string; hint: string | null };
export type Report = { code: number | null; stdout: string; checks: Check[] };
type Options = Record<string, string>;

/** The words of the command for a file of these options. */
export async function wordsFor(options: Options, more: readonly string[] = []): Promise<string[]> {
  const config = path.join(await makeTempFolder('config'), 'serve.conf');
  const all: Options = { 'server-ports': '10990-10999', port: '0', ...options };
  await writeFile(
    config,
    Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  return ['doctor', '--host', '--json', '--config', config, ...more];
}

export const reportOf = ({ code, stdout }: { code: number | null; stdout: string }): Report => ({
  code,
  stdout,
  checks: (JSON.parse(stdout) as { checks: Check[] }).checks,
});

export async function check(
  options: Options,
  { home, more = [] }: { home?: string; more?: string[] } = {},
): Promise<Report> {
  const place = home ?? (await makeTempFolder('home'));
  return reportOf(
    await runCommand(await wordsFor({ data: path.join(place, 'data'), ...options }, more), { home: place }),
  );
}

export const one = ({ checks }: Report, name: string) => checks.find((each) => each.check === name);
export const bad = ({ checks }: Report) =>
  checks.filter(({ severity }) => severity === 'stop' || severity === 'warning');

/** The one thing that is wrong there. */
export function expectOnly(report: Report, name: string, severity: 'warning' | 'stop', sentence: RegExp): void {
  expect(bad(report)).toEqual([
    { check: name, severity, sentence: expect.stringMatching(sentence), hint: expect.stringMatching(/\S/) },
  ]);
  expect(report.code).toBe(severity === 'stop' ? 1 : 0);
}

/** A folder that a service used, and that none uses now. */
export async function usedFolder(): Promise<string> {
  const dataFolder = path.join(await makeTempFolder('used'), 'data');
  const server = await startServer({ dataFolder, port: 0, serverPorts: ownPorts(), onLog: () => undefined });
  await server.close();
  return dataFolder;
}
