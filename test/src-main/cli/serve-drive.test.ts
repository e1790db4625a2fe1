// `slipway serve` on a drive that is unmounted for real while it serves, and mounted again, in a mount namespace of its own.
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, startCommand, whenEnded } from '../../support/command.ts';
import { serveOnMount, there } from '../../support/serve-on-mount.ts';
import { caller, createGame } from '../../support/service.ts';
import { canMount } from '../../support/small-disk.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

/** The disk is mounted beside as well, so that it lives while the drive is out. */
const mounted = 'mount -t tmpfs -o size=64m slipway-test "$0/disk" && mount --bind "$0/disk" "$0/drive" && exec "$@"';

async function serveOnDrive(home: string) {
  for (const name of ['disk', 'drive']) await mkdir(path.join(home, name));
  return await serveOnMount(home, mounted, path.join(home, 'drive/data'));
}

it.runIf(canMount)(
  'serves again when a drive that was unmounted is back, and leaves its mount point empty',
  async () => {
    const home = await makeTempFolder();
    const drive = path.join(home, 'drive');
    const { child, url, token, output } = await serveOnDrive(home);
    const call = caller({ url, token });
    await createGame(call, 'Lasting');
    await there(child, 'umount', '-l', drive);
    await until(() => output().includes(`is no longer at ${drive}/data`), 'the service to say that its drive is gone');
    await until(() => output().includes('service stopped'), 'the service to stop');
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

it.runIf(canMount)('does not begin on the empty mount point of a drive that is out', async () => {
  const home = await makeTempFolder();
  const { child } = await serveOnDrive(home);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const drive = path.join(home, 'drive');
  const second = await runCommand(['serve', '--data', path.join(drive, 'data'), '--port', '0', '--json'], { home });
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(`is no longer at ${drive}/data`);
  expect(await readdir(drive)).toEqual([]);
});

/** Serves until it said where, and stops it. */
async function serveOnce(data: string, { home }: { home: string }) {
  const child = startCommand(['serve', '--data', data, '--port', '0', '--json'], { home });
  const ended = whenEnded(child);
  await once(child.stdout ?? child, 'data');
  child.kill('SIGTERM');
  return await ended;
}

it('starts from scratch in a folder that was removed, as a script does between two runs', async () => {
  const home = await makeTempFolder();
  const data = path.join(home, 'build/data');
  expect(await serveOnce(data, { home })).toMatchObject({ code: 0 });
  await rm(path.dirname(data), { recursive: true });
  const second = await serveOnce(data, { home });
  expect(second).toMatchObject({ code: 0 });
  expect(second.stderr).toContain('holds other data than when Slipway was here last');
});

it('serves where nothing can be noted of the folders that it knows', async () => {
  const folder = await makeTempFolder();
  const home = path.join(folder, 'home');
  await writeFile(home, 'no folder');
  const ended = await serveOnce(path.join(folder, 'data'), { home });
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toContain('cannot note which data folders');
});
