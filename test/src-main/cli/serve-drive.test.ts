// `slipway serve` on a drive that is unmounted for real while it serves, and mounted again, in a mount namespace of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startCommand, whenEnded } from '../../support/command.ts';
import { caller, createGame } from '../../support/service.ts';
import { canMount } from '../../support/small-disk.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const entry = path.join(import.meta.dirname, '../../../scripts/slipway.mjs');

/** The disk is mounted beside as well, so that it lives while the drive is out. */
const mounted = 'mount -t tmpfs -o size=64m slipway-test "$0/disk" && mount --bind "$0/disk" "$0/drive" && exec "$@"';

async function serveOnDrive(
  home: string,
): Promise<{ child: ChildProcess; url: string; token: string; said(): string }> {
  for (const name of ['disk', 'drive']) await mkdir(path.join(home, name));
  const serve = [process.execPath, entry, 'serve', '--data', path.join(home, 'drive/data'), '--port', '0', '--json'];
  const child = spawn('unshare', ['-rm', 'sh', '-c', mounted, home, ...serve], {
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
  return { child, ...(JSON.parse(String(line)) as { url: string; token: string }), said: () => stderr };
}

/** Runs a command where the drive is mounted; answers what it wrote. */
async function there({ pid }: ChildProcess, ...command: string[]): Promise<string> {
  const child = spawn('nsenter', ['-t', String(pid), '-U', '-m', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  expect(code, command.join(' ')).toBe(0);
  return text;
}

it.runIf(canMount)(
  'serves again when a drive that was unmounted is back, and leaves its mount point empty',
  async () => {
    const home = await makeTempFolder();
    const drive = path.join(home, 'drive');
    const { child, url, token, said } = await serveOnDrive(home);
    const call = caller({ url, token });
    await createGame(call, 'Lasting');
    await there(child, 'umount', '-l', drive);
    await until(() => said().includes(`is not at ${drive}/data any more`), 'the service to say that its drive is gone');
    await until(() => said().includes('service stopped'), 'the service to stop');
    await expect(call('GET', '/cloud/games')).rejects.toThrow();
    expect(await there(child, 'ls', '-A', drive)).toBe('');
    await there(child, 'mount', '--bind', path.join(home, 'disk'), drive);
    await until(
      async () =>
        await call('GET', '/cloud/games').then(
          ({ body }) => JSON.stringify(body).includes('Lasting'),
          () => false,
        ),
      'the service to answer at the same address',
    );
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  },
);

it('does not begin with an empty folder where its data were', async () => {
  const home = await makeTempFolder();
  const data = path.join(home, 'drive/data');
  const serve = ['serve', '--data', data, '--port', '0', '--json'];
  const first = startCommand(serve, { home });
  await once(first.stdout ?? first, 'data');
  const firstEnded = whenEnded(first);
  first.kill('SIGTERM');
  expect(await firstEnded).toMatchObject({ code: 0 });
  await rename(path.dirname(data), path.join(home, 'out'));
  await mkdir(path.dirname(data));
  const second = await whenEnded(startCommand(serve, { home }));
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(`is not at ${data} any more`);
  expect(await readdir(path.dirname(data))).toEqual([]);
});
