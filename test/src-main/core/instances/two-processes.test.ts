// The app and the command line change what both keep: each sees what the other did without a restart, and neither loses what
// the other wrote in the same moment.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openKeptRemotes } from '../../../../src-main/core/instances/open-target.ts';
import { tokenName } from '../../../../src-main/core/instances/remote-instance.ts';
import { openSettingsFile } from '../../../../src-main/core/settings/settings-file.ts';
import type { Settings } from '../../../../src-shared/settings/bridge.ts';
import type { TransferLimits } from '../../../../src-shared/transfers/bridge.ts';
import { runCommand, runProcess } from '../../../support/command.ts';
import { startTestCore, type TestCore } from '../../../support/core.ts';
import { startWithGame, type TestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { keepMany } from './keep-many.ts';

// Processes of their own.
vi.setConfig({ testTimeout: 60_000 });

async function addToApp({ client, whenState }: TestCore, { server }: TestService, name: string): Promise<string> {
  const added = await client.call('instances.add', { url: server.url, token: server.token, name });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  return added.instance_id;
}

/** By `slipway remote add`, in its own process or in the test's, whose core reads the files as well. */
function addByCommand(
  { server }: TestService,
  home: string,
  name: string,
  { run = runProcess, token = server.token } = {},
) {
  return run(['remote', 'add', server.url, '--token-stdin', '--name', name], { home, stdin: token });
}

async function cloudToken({ call }: TestService, game_id: string): Promise<string> {
  const { body } = await call('POST', `/cloud/games/${game_id}/tokens/cloud`, { body: {} });
  return (body as { token: string }).token;
}

describe('beside the command line', () => {
  it('the app connects a remote that is added there, and lets go of one that is removed there', async () => {
    const service = await startWithGame();
    const { folder: home, instances } = await startTestCore();
    expect(await addByCommand(service, home, 'EU')).toMatchObject({ code: 0 });
    const shown = () => instances().find(({ name }) => name === 'EU');
    await until(() => shown()?.state === 'connected');
    expect(await runProcess(['remote', 'remove', 'EU'], { home })).toMatchObject({ code: 0 });
    await until(() => shown() === undefined);
    expect(instances().map(({ id }) => id)).toEqual(['local']);
  });

  it('what is renamed and removed in the app is so there, and what was added there stays', async () => {
    const service = await startWithGame();
    const app = await startTestCore();
    const listed = async () => {
      const { stdout } = await runCommand(['remote', 'list', '--json'], { home: app.folder });
      return (JSON.parse(stdout) as { remotes: { name: string }[] }).remotes.map(({ name }) => name);
    };
    const id = await addToApp(app, service, 'Mine');
    const token = await cloudToken(service, service.game_id);
    await addByCommand(service, app.folder, 'Theirs', { run: runCommand, token });
    await app.client.call('instances.rename', { instance_id: id, name: 'Renamed' });
    expect(await listed()).toEqual(['Renamed', 'Theirs']);
    await app.client.call('instances.remove', { instance_id: id });
    expect(await listed()).toEqual(['Theirs']);
  });

  it('the app reconnects with another token that is kept there, and shows another name and other marks', async () => {
    const service = await startWithGame();
    const app = await startTestCore();
    const id = await addToApp(app, service, 'EU');
    expect(app.instance(id)).toMatchObject({ token_kind: 'owner' });
    const { store, secrets } = await openKeptRemotes(app.folder);
    await secrets.set(tokenName(id), await cloudToken(service, service.game_id));
    await expect.poll(() => app.instance(id)).toMatchObject({ token_kind: 'cloud' });
    store.rename(id, 'Europe');
    store.mark(id, () => ({ is_read_only: true }));
    await until(() => app.instance(id)?.name === 'Europe' && app.instance(id)?.is_read_only === true);
    expect(app.instance(id)?.state).toBe('connected');
  });
});

it('loses nothing that two processes write at once', async () => {
  const folder = await makeTempFolder('both');
  const [count, names] = [40, ['first', 'second', 'here']];
  const children = names.slice(0, 2).map((name) => {
    const child = fork(path.join(import.meta.dirname, 'keep-remotes-child.ts'), [folder, name, String(count)], {
      execArgv: [],
    });
    return { child, ended: once(child, 'exit') };
  });
  await Promise.all(children.map(({ child }) => once(child, 'message')));
  for (const { child } of children) child.send('go');
  await keepMany(folder, 'here', count);
  for (const { ended } of children) expect(await ended).toEqual([0, null]);
  const ids = names.flatMap((name) => Array.from({ length: count }, (_, n) => `${name}-${n}`)).toSorted();
  const { store, secrets } = await openKeptRemotes(folder);
  expect(
    store
      .list()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids);
  expect(store.marks('local').pinned_games.toSorted()).toEqual(ids);
  for (const id of ids) expect(await secrets.get(tokenName(id))).toBe(`token of ${id}`);
});

describe('a settings file that changes under an app that runs', () => {
  it('takes effect where that harms nobody', async () => {
    const { client, folder } = await startTestCore();
    let settings: Settings | undefined;
    let limits: TransferLimits | undefined;
    client.subscribe('settings', {}, { next: (next) => (settings = next) });
    client.subscribe('transfers.limits', {}, { next: (next) => (limits = next) });
    await until(() => limits?.bytes_per_second === null);
    const other = await openSettingsFile(folder);
    other.change(() => ({ theme: 'dark', upload_limit: 5_000_000 }));
    await until(() => settings?.theme === 'dark' && limits?.bytes_per_second === 5_000_000);
  });

  it('takes nothing away while it cannot be read', async () => {
    const service = await startWithGame();
    const app = await startTestCore();
    const id = await addToApp(app, service, 'EU');
    const file = path.join(app.folder, 'settings.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, whole.length / 2));
    await app.core.instances.settle();
    expect(app.instance(id)?.state).toBe('connected');
    await app.client.call('settings.set', { theme: 'dark' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ theme: 'dark', remotes: [{ id }] });
    await writeFile(file, whole.replace('"EU"', '"Europe"'));
    await until(() => app.instance(id)?.name === 'Europe');
  });
});
