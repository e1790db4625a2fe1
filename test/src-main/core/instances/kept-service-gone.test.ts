// A service in a process of its own, while the drive with its data goes and comes back, or it dies: the app says it as it does for one
// in its own thread, and a process that waits is joined again, or ended where a person goes on without it.
import { access, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestCore } from '../../../support/core.ts';
import { isRunning } from '../../../support/is-running.ts';
import { until } from '../../../support/until.ts';

const local = { instance_id: 'local' };

async function startKept() {
  const core = await startTestCore();
  const { client, folder, whenState } = core;
  const keptPid = async () =>
    (JSON.parse(await readFile(path.join(folder, 'kept-service.json'), 'utf8')) as { pid: number }).pid;
  const endLater = (pid: number) =>
    onTestFinished(async () => {
      if (await isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
  await whenState('local', 'connected');
  await client.call('settings.set', { keep_hosting: true });
  await whenState('local', 'connected');
  const pid = await keptPid();
  endLater(pid);
  return { ...core, keptPid, endLater, pid };
}

it('says that its data are gone, runs again by itself when they are back, and leaves no process behind', {
  timeout: 120_000,
}, async () => {
  const { client, folder, whenState, keptPid, endLater, pid } = await startKept();
  const [data, out] = [path.join(folder, 'local'), path.join(folder, 'taken-out')];
  await client.call('games.create', { ...local, display_name: 'Lasting' });
  const games = async () => {
    let names: string[] = [];
    const stop = client.subscribe('games', local, { next: (rows) => (names = rows.map((game) => game.display_name)) });
    await until(() => names.includes('Lasting'), 'the game to be back');
    stop();
  };
  const goes = async () => {
    await rename(data, out);
    const view = await whenState('local', 'stopped');
    expect(view).toMatchObject({ problem: { code: 'DATA_FOLDER_GONE' }, fresh_folder: expect.any(String) });
    expect(view.problem.message).toContain(`is no longer at ${data}`);
  };

  await goes();
  await rename(out, data);
  await whenState('local', 'connected');
  await games();
  expect(await keptPid()).toBe(pid);

  // A restart by hand before it is back says the same, and makes no folder.
  await goes();
  await client.call('instances.restart', local);
  expect(await whenState('local', 'stopped')).toMatchObject({ problem: { code: 'DATA_FOLDER_GONE' } });
  await expect(access(data)).rejects.toThrow('ENOENT');
  await rename(out, data);
  await whenState('local', 'connected');
  await games();
  expect(await keptPid(), 'the one that waited').toBe(pid);

  // Where a person goes on with another folder, nobody waits for this one any more.
  await goes();
  await client.call('instances.useFreshFolder', local);
  await whenState('local', 'connected');
  endLater(await keptPid());
  await until(async () => !(await isRunning(pid)), 'the one that waited to end');
  await client.call('settings.set', { keep_hosting: false });
  await whenState('local', 'connected');
});

it('is started again by itself when its process died', async () => {
  const kept = await startKept();
  const { client, whenState, keptPid, endLater, pid } = kept;
  process.kill(pid, 'SIGKILL');
  await until(() => kept.local()?.crash?.count === 1, 'its end to be reported');
  expect(await whenState('local', 'connected')).toMatchObject({ crash: { problem: { code: 'SERVICE_STOPPED' } } });
  const next = await keptPid();
  endLater(next);
  expect(next).not.toBe(pid);
  await client.call('settings.set', { keep_hosting: false });
  await until(async () => !(await isRunning(next)), 'the process of its own to end');
});
