// Runs the command line as people and scripts do, in a process of its own, with its own folder for what it keeps.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const entry = path.join(import.meta.dirname, '../../scripts/slipway.mjs');

export type Ended = { code: number | null; stdout: string; stderr: string };
type Options = { home: string; env?: Record<string, string>; stdin?: string };

export function startCommand(args: readonly string[], options: Options): ChildProcess {
  return startProgram(process.execPath, [entry, ...args], options);
}

/** Only where the program `script` makes terminals as Linux's does. */
export const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script');

/** On a real terminal, so many columns wide. What it shows comes as stdout. */
export function runOnTerminal(args: readonly string[], columns: number, options: Options): Promise<Ended> {
  const words = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ');
  return whenEnded(startProgram('script', ['-qec', `stty cols ${columns}; exec ${words}`, '/dev/null'], options));
}

function startProgram(program: string, args: readonly string[], { home, env = {}, stdin }: Options): ChildProcess {
  const { SLIPWAY_URL: _url, SLIPWAY_TOKEN: _token, ...rest } = process.env;
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...rest, SLIPWAY_HOME: home, ...env },
  });
  child.stdin?.end(stdin ?? '');
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

export async function whenEnded(child: ChildProcess): Promise<Ended> {
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

export function runCommand(args: readonly string[], options: Options): Promise<Ended> {
  return whenEnded(startCommand(args, options));
}

async function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? '' : await text(stream);
}
