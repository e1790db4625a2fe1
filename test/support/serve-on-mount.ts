// A real `slipway serve` with mounts of its own, for tests of disks that are small or that go away, and commands beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { slipwayProgram } from './bundled.ts';

export type Served = { child: ChildProcess; url: string; token: string; output(): string };

/** `mounting` is a line of shell that gets the home as `$0` and ends with `exec "$@"`. */
export async function serveOnMount(home: string, mounting: string, data: string): Promise<Served> {
  const serve = [process.execPath, slipwayProgram, 'serve', '--data', data, '--port', '0', '--json'];
  const child = spawn('unshare', ['-rm', 'sh', '-c', mounting, home, ...serve], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SLIPWAY_HOME: home },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [line] = await once(child.stdout, 'data');
  return { child, ...(JSON.parse(String(line)) as { url: string; token: string }), output: () => stderr };
}

/** Runs a command where that is mounted; answers what it wrote. */
export async function there({ pid }: ChildProcess, ...command: string[]): Promise<string> {
  const child = spawn('nsenter', ['-t', String(pid), '-U', '-m', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  expect(code, command.join(' ')).toBe(0);
  return text;
}
