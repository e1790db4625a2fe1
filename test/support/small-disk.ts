// Runs the command line on a disk of its own that is full or read-only: a real one, in a mount namespace of the process.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { bundledProgram, slipwayProgram } from './bundled.ts';

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Whether this machine lets a process have mounts of its own. */
export const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** Mounts a small disk on `folder` with these options, runs `prepare` on it, then `slipway serve` with its data there. */
export async function serveOnSmallDisk(folder: string, prepare: string): Promise<Ended> {
  const script = `mount -t tmpfs -o size=256k slipway-test "$0" && cd "$0" && ${prepare}; cd /; exec "$@"`;
  const serve = [
    process.execPath,
    slipwayProgram,
    'serve',
    '--data',
    path.join(folder, 'data'),
    '--port',
    '0',
    '--json',
  ];
  return await run('unshare', ['-rm', 'sh', '-c', script, folder, ...serve]);
}

async function run(command: string, args: string[]): Promise<Ended> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    child.kill(); // it started although it should not have
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/**
 * Mounts a disk of this size on `folder` and runs a script of this folder inside, which gets the disk's path. It has processes of its own,
 * which all end with the test: a server that outlives it would go on writing to a disk that nobody sees.
 */
export async function runOnSmallDisk(folder: string, size: string, script: string): Promise<Ended> {
  const mount = `mount -t tmpfs -o size=${size} slipway-test "$0" && exec "$@"`;
  const file = bundledProgram(path.basename(script, '.ts'), path.join('test/support', script));
  const own = ['-rm', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...own, 'sh', '-c', mount, folder, process.execPath, file, folder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { ...ended, code };
}
