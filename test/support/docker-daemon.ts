// A Docker of a test's own: its daemon with its own folders and socket, so that no other Docker of this machine notices. Where it cannot
// be had tests skip, and say so by name.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from './temp-folder.ts';
import { until } from './until.ts';

/** It needs root, and a machine that lets it mount. */
export const hasDocker =
  process.getuid?.() === 0 && ['dockerd', 'docker'].every((name) => spawnSync('which', [name]).status === 0);

const ALONE = ['--iptables=false', '--bridge=none', '--storage-driver=overlay2'];

export type DockerDaemon = {
  readonly socket: string;
  /** Answers what a command of `docker` printed. */
  run(...args: string[]): Promise<string>;
  /** As an update of its package does: what it runs ends with it. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

/** `enter`: a command that is to run it elsewhere, as in a network of its own. */
export async function startDocker(enter: readonly string[] = []): Promise<DockerDaemon> {
  // Sockets have short names.
  const folder = await makeTempFolder('d');
  const at = (name: string) => path.join(folder, name);
  const host = `unix://${at('s')}`;
  const places = ['--data-root', at('data'), '--exec-root', at('x'), '--pidfile', at('pid'), '--host', host];
  const [program = '', ...words] = [...enter, 'dockerd', ...places, ...ALONE];
  const run = async (...args: string[]) => (await promisify(execFile)('docker', ['--host', host, ...args])).stdout;
  const launch = async () => {
    const daemon = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    daemon.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4_000)));
    const closed = once(daemon, 'close');
    await until(async () => daemon.exitCode !== null || (await answers(at('s'))), 'the Docker daemon');
    if (daemon.exitCode !== null) throw new Error(`The Docker daemon ended: ${log}`);
    return async () => {
      daemon.kill('SIGTERM');
      await closed;
    };
  };
  let stop = await launch();
  const end = async () => {
    await stop();
    // It leaves networks mounted.
    for (const name of await readdir(path.join(at('x'), 'netns')).catch(() => []))
      await promisify(execFile)('umount', [path.join(at('x'), 'netns', name)]).catch(() => undefined);
  };
  const restart = async () => {
    await stop();
    stop = await launch();
  };
  return { socket: at('s'), run, restart, end };
}

/** Without its command line, each of which takes more computing than all else of a wait. */
function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ socketPath, path: '/_ping', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}
