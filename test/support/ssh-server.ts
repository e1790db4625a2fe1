// An SSH server of others on loopback (dropbear), and an `ssh` in the path that knows it: a machine that a backup is sent to.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { closeAtEnd } from './start-once.ts';
import { makeTempFolder } from './temp-folder.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** It takes the keys from the home of its user alone, which a mount of its own exchanges: so it needs root. */
export const missingSsh =
  existsSync('/usr/sbin/dropbear') && existsSync('/usr/bin/ssh') && process.getuid?.() === 0
    ? undefined
    : 'no dropbear';

export type SshServer = {
  host: string;
  port: number;
  /** With an `ssh` before all others that has the key. */
  path: string;
  stop(): Promise<void>;
};

export async function startSshServer(): Promise<SshServer> {
  const folder = await makeTempFolder('ssh');
  const at = (...names: string[]) => path.join(folder, ...names);
  const port = await freePort();
  for (const name of ['home/.ssh', 'bin']) await mkdir(at(name), { recursive: true, mode: 0o700 });
  await run('dropbearkey', ['-t', 'ed25519', '-f', at('host-key')]);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('key')]);
  await copyFile(at('key.pub'), at('home/.ssh/authorized_keys'));
  const options = [
    `IdentityFile ${at('key')}`,
    `UserKnownHostsFile ${at('known')}`,
    'StrictHostKeyChecking accept-new',
  ];
  await writeFile(at('config'), `${options.join('\n')}\n`);
  await writeFile(at('bin/ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F '${at('config')}' "$@"\n`);
  await chmod(at('bin/ssh'), 0o755);
  const listen = `exec dropbear -F -E -s -r '${at('host-key')}' -P '${at('pid')}' -p 127.0.0.1:${port}`;
  const child = spawn('unshare', ['--mount', 'sh', '-c', `mount --bind '${at('home')}' "$HOME" && ${listen}`], {
    stdio: 'ignore',
    env: { ...process.env, HOME: '/root' },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  closeAtEnd(stop);
  await until(() => answers(port), 'the SSH server');
  return { host: 'root@127.0.0.1', port, path: `${at('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('data', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
