// A Debian with systemd of its own, in a container whose files are this machine's under an overlay: what a test installs there is gone
// with it, and nothing is fetched. Where that cannot be had, tests skip for the reason named here.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from './temp-folder.ts';

const run = promisify(execFile);
/** Begin empty there: what is in them here is of tests and people, and no part of a Debian. */
const EMPTY = ['tmp', 'run', 'var/tmp', 'work', 'root', 'home'];

/** Undefined where there is all of it. */
export function whyNoDebian(): string | undefined {
  if (process.getuid?.() !== 0) return 'not root';
  if (!existsSync('/usr/bin/dpkg') || !existsSync('/lib/systemd/systemd')) return 'no Debian with systemd';
  const missing = ['podman', 'setfattr'].find((tool) => spawnSync('which', [tool]).status !== 0);
  return missing === undefined ? undefined : `no ${missing}`;
}

export type DebianMachine = {
  /** Answers what the command printed, and throws where it fails. */
  sh(command: string): Promise<string>;
  /** Puts a file of ours into its /root. */
  bring(file: string): Promise<void>;
  end(): Promise<void>;
};

export async function startDebianMachine(): Promise<DebianMachine> {
  const name = `slipway-debian-${randomUUID()}`;
  const folder = await makeTempFolder('debian');
  const [root, upper, work, state] = ['root', 'upper', 'work', 'state'].map((each) => path.join(folder, each));
  for (const each of [root, upper, work, state]) await mkdir(String(each));
  for (const each of EMPTY) {
    const place = path.join(String(upper), each);
    await mkdir(place, { recursive: true });
    await run('setfattr', ['-n', 'trusted.overlay.opaque', '-v', 'y', place]);
    if (each.endsWith('tmp')) await chmod(place, 0o1777);
  }
  await run('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, String(root)]);
  // It forbids services where they would disturb those who build on this machine.
  await rm(path.join(String(root), 'usr/sbin/policy-rc.d'), { force: true });
  const limits = ['nofile=16384:16384', 'nproc=4096:4096'].flatMap((limit) => ['--ulimit', limit]);
  // No overlay takes another one below it, so that what servers need is a folder of the disk itself.
  const volume = ['--volume', `${state}:/var/lib/slipway`];
  const flags = ['--systemd=always', '--privileged', '--network=none', ...limits, ...volume];
  const sh = async (command: string) => (await run('podman', ['exec', name, 'sh', '-ec', command])).stdout;
  const end = async () => {
    await run('podman', ['rm', '--force', '--time=2', name]).catch(() => undefined); // it may not have come up
    await run('umount', ['-l', String(root)]);
  };
  try {
    await run('podman', ['run', '--detach', '--name', name, ...flags, '--rootfs', String(root), '/sbin/init']);
    await sh('for nth in $(seq 100); do systemctl list-units >/dev/null 2>&1 && exit 0; sleep 0.1; done; exit 1');
  } catch (thrown) {
    await end();
    throw thrown;
  }
  const bring = (file: string) => copyFile(file, path.join(String(root), 'root', path.basename(file)));
  return { sh, bring, end };
}
