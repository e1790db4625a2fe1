// What the window says of servers that crashed or did not start, wherever a person looks just then.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sayUndoable } from '../../../../src-renderer/features/namespaces/switch-actions.ts';
import { changeSettings } from '../../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import { say } from '../../../../src-renderer/ui/notices/notices-actions.ts';
import type { CrashNotice } from '../../../../src-shared/desktop/bridge.ts';
import { expectAccessible, expectInLandmarks } from '../../support/axe.ts';
import { serversHash, someServer, tidebreak } from '../../support/some-servers.ts';
import { type Core, openGame } from '../../support/typed-places/place.ts';

const server = someServer({ state: 'failed', destroyed_at: Date.now(), problem: '"server" is not in this build.' });
const notice: CrashNotice = {
  id: 'crash-1',
  at: Date.now(),
  is_read: false,
  kind: 'servers_failed',
  count: 1,
  names: ['Tidebreak'],
  reason: '"server" is not in this build.',
  hash: `${serversHash}/${server.id}`,
};

beforeEach(() => page.viewport(1280, 800));
afterEach(() => useLanguage.setState(useLanguage.getInitialState(), true));

test('says that a server did not start and why, on another page, and leads to it', async () => {
  const core = openGame('#/settings', (fake) => {
    fake.notices.set({ ...notice, id: 'crash-0', names: ['An older one'] });
    fake.servers.list.set(server);
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  core.notices.set(notice);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('A server of Tidebreak did not start')).toBeVisible();
  await expect.element(messages.getByText('"server" is not in this build.')).toBeVisible();
  await expect.element(page.getByText(/An older one/)).not.toBeInTheDocument();
  await userEvent.click(messages.getByRole('button', { name: 'Show log', includeHidden: true }));
  await expect.element(page.getByRole('row', { name: /Did not start/ })).toBeVisible();
  expect(location.hash).toBe(notice.hash);
});

test('names the namespace that crashed, and offers to go back to what ran well there', async () => {
  const core = openGame('#/settings', (fake) => {
    const previous = { version_id: 'good', display_name: '0.1.3' };
    fake.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
    fake.handlers['namespaces.switch'] = async ({ version_id }) => ({
      outcome: 'switched',
      sentence: 'Done.',
      version_id,
    });
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const place = {
    instance_id: 'local',
    game_id: 'g',
    namespace_id: 'n',
    name: 'prod',
    version: { id: 'bad', name: '0.1.4' },
  };
  core.notices.set({ ...notice, kind: 'servers_crashed', count: 4, place });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('Tidebreak 0.1.4 crashed 4 times on prod')).toBeVisible();
  await userEvent.click(messages.getByRole('button', { name: 'Roll back prod to 0.1.3', includeHidden: true }));
  const switched = () => core.called.find(({ name }) => name === 'namespaces.switch')?.input;
  // It is for what crashed: a namespace that has left that in the meantime stays as it is.
  await expect.poll(switched).toMatchObject({ namespace_id: 'n', version_id: 'good', expected_version_id: 'bad' });
});

test('says it in the language of the window, wherever it was found', async () => {
  const core = openGame('#/settings');
  await changeSettings({ language: 'de' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  core.notices.set({ ...notice, kind: 'servers_crashed', count: 2 });
  await expect.element(page.getByRole('region', { name: 'Meldungen' }).getByText('2 Server abgestürzt')).toBeVisible();
});

const place = {
  instance_id: 'local',
  game_id: 'g',
  namespace_id: 'n',
  name: 'prod',
  version: { id: 'bad', name: '0.1.4' },
};
const crash: CrashNotice = { ...notice, kind: 'servers_crashed', place };
const messages = () => page.getByRole('region', { name: 'Messages' });
const dismiss = () => userEvent.click(messages().getByRole('button', { name: 'Dismiss' }));
const bell = () => page.getByRole('button', { name: /^Notifications/ });
const listed = () => page.getByRole('menu', { name: 'Notifications' });

test('a crash that goes on counts up in its message, and pops up again only when restarts have stopped', async () => {
  const core = openGame('#/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  core.notices.set(crash);
  await expect.element(messages().getByText('Tidebreak 0.1.4 crashed on prod')).toBeVisible();
  core.notices.set({ ...crash, count: 2 });
  await expect.element(messages().getByText('Tidebreak 0.1.4 crashed 2 times on prod')).toBeVisible();
  expect(messages().getByRole('alert').elements()).toHaveLength(1);
  await dismiss();
  await expect.element(messages().getByRole('alert')).not.toBeInTheDocument();
  core.notices.set({ ...crash, count: 3 });
  await userEvent.click(bell());
  await expect.element(listed().getByRole('menuitem', { name: /crashed 3 times on prod/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(messages().getByRole('alert')).not.toBeInTheDocument();
  core.notices.set({ ...crash, count: 4, gave_up: true });
  await expect.element(messages().getByText(/Restarts have stopped\./)).toBeVisible();
  // Tried again, it crashes again: the message is about that one, and leads to its log.
  core.notices.set({ ...crash, count: 5, hash: `${serversHash}/newest` });
  await expect.element(messages().getByText('Tidebreak 0.1.4 crashed 5 times on prod')).toBeVisible();
  await expect.element(messages().getByText(/Restarts have stopped\./)).not.toBeInTheDocument();
  await userEvent.click(messages().getByRole('button', { name: 'Show log', includeHidden: true }));
  expect(location.hash).toBe(`${serversHash}/newest`);
  // Messages hold still under a pointer, also those of the next test.
  await userEvent.hover(bell());
});

test('ten crashes of a version are one message, also once restarts have stopped', async () => {
  const core = openGame('#/settings', withWayBack);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  for (let count = 1; count <= 10; count += 1) {
    core.notices.set({ ...crash, count, ...(count === 10 ? { gave_up: true } : {}) });
    const words = count === 1 ? 'crashed on prod' : `crashed ${count} times on prod`;
    await expect.element(messages().getByText(`Tidebreak 0.1.4 ${words}`)).toBeVisible();
    expect(messages().getByRole('alert').elements()).toHaveLength(1);
  }
  await expect.element(messages().getByText(/Restarts have stopped\./)).toBeVisible();
  await expect.poll(() => messages().getByRole('alert').elements().length).toBe(1);
});

/** A namespace that runs what crashes, and something that ran well before. */
function withWayBack(fake: Core): void {
  runs(fake, 'bad');
  const previous = { version_id: 'good', display_name: '0.1.3' };
  fake.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
}

/** Says in the stand-in core which version the namespace runs. */
function runs(core: Core, version_id: string): void {
  const [prod] = tidebreak.namespaces;
  if (prod === undefined) throw new Error('expected a namespace');
  core.game('g').set({ game: { ...tidebreak, namespaces: [{ ...prod, namespace_id: 'n', version_id }] } });
}

test('says that the service rolled back by itself, in place of a way back', async () => {
  const core = openGame('#/settings', withWayBack);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  sayUndoable(place, {
    outcome: 'switched',
    sentence: 'prod switched to 0.1.4.',
    version_id: 'bad',
    from_version_id: 'x',
  });
  await expect.element(messages().getByText('prod switched to 0.1.4')).toBeVisible();
  core.notices.set({ ...crash, count: 3 });
  const back = messages().getByRole('button', { name: 'Roll back prod to 0.1.3', includeHidden: true });
  await expect.element(back).toBeInTheDocument();
  core.notices.set({ ...crash, count: 4, rolled_back_to: '0.1.5' });
  const alert = messages().getByRole('alert', { name: 'Tidebreak 0.1.4 crashed 4 times on prod' });
  await expect.element(alert.getByText(/^Rolled back to 0\.1\.5\. "server" is not/)).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
  await expect.element(messages().getByText('prod switched to 0.1.4')).not.toBeInTheDocument();
  await expect.element(alert.getByRole('button', { name: 'Show log', includeHidden: true })).toBeInTheDocument();
  await userEvent.click(bell());
  await expect.element(listed().getByRole('menuitem', { name: /Rolled back to 0\.1\.5\./ })).toBeVisible();
  await expect.element(listed().getByRole('menuitem', { name: /^Roll back/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  // It was one message all along, so none of it fades with what it said before.
  await expect.element(alert).toBeVisible();
  expect(messages().getByRole('alert').elements()).toHaveLength(1);
  await changeSettings({ language: 'de' });
  await userEvent.click(page.getByRole('button', { name: /^Benachrichtigungen/ }));
  await expect.element(page.getByRole('menuitem', { name: /Auf 0\.1\.5 zurückgerollt\./ })).toBeVisible();
});

test('a crash is no longer told in the corner once the namespace runs another version, and stays behind the bell', async () => {
  const core = openGame('#/settings', withWayBack);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  core.notices.set(crash);
  const alert = messages().getByRole('alert', { name: 'Tidebreak 0.1.4 crashed on prod' });
  const back = alert.getByRole('button', { name: 'Roll back prod to 0.1.3', includeHidden: true });
  await expect.element(back).toBeInTheDocument();
  runs(core, 'other');
  await expect.element(alert).not.toBeInTheDocument();
  expect(core.notices.snapshot()).toHaveLength(1);
});

test('that a version did not start is told until its namespace runs another one', async () => {
  const core = openGame('#/settings', (fake) => runs(fake, 'bad'));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  core.notices.set({ ...notice, place });
  const alert = messages().getByRole('alert', { name: 'Tidebreak 0.1.4 did not start on prod' });
  await expect.element(alert).toBeVisible();
  runs(core, 'other');
  await expect.element(alert).not.toBeInTheDocument();
  expect(core.notices.snapshot()).toHaveLength(1);
});

test('that a version did not start is told until a server in its place runs', async () => {
  const failed = someServer({ ...server, kept: true, version: 'bad', created_at: 1, destroyed_at: 2 });
  const core = openGame('#/settings', (fake) => {
    runs(fake, 'bad');
    fake.servers.list.set(failed);
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  core.notices.set({ ...notice, place });
  const alert = messages().getByRole('alert', { name: 'Tidebreak 0.1.4 did not start on prod' });
  await expect.element(alert).toBeVisible();
  core.servers.list.set(someServer({ id: 'next', kept: true, version: 'bad', created_at: 3, state: 'running' }));
  await expect.element(alert).not.toBeInTheDocument();
});

test('what stood behind the bell before the start is no news, and is there with what it leads to', async () => {
  const core = openGame('#/settings', (fake) => {
    fake.servers.list.set(server);
    const previous = { version_id: 'good', display_name: '0.1.3' };
    fake.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  // The core has read its records after the window was there.
  core.notices.set({ ...crash, count: 5, is_old: true });
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  await expect.element(messages().getByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(bell());
  await expect.element(listed().getByRole('menuitem', { name: 'Roll back prod to 0.1.3' })).toBeVisible();
  await expectAccessible('[role="menu"]');
  await userEvent.click(listed().getByRole('menuitem', { name: /crashed 5 times on prod/ }));
  expect(location.hash).toBe(notice.hash);
  await expect.element(page.getByRole('row', { name: /Did not start/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('offers no way back from the bell where the namespace runs another version by now', async () => {
  const row = { version_id: 'other', display_name: '0.1.5', deploy_ts: '', is_current: true, by: 'here' as const };
  let asked = 0;
  openGame('#/settings', (fake) => {
    fake.notices.set({ ...crash, is_old: true });
    const previous = { version_id: 'good', display_name: '0.1.3' };
    fake.handlers['namespaces.history'] = async () => {
      asked += 1;
      return { rows: [row], has_more: false, previous };
    };
  });
  await userEvent.click(bell());
  await expect.poll(() => asked).toBe(1);
  await expect.element(listed().getByRole('menuitem', { name: /crashed on prod/ })).toBeVisible();
  await expect.element(listed().getByRole('menuitem', { name: /Roll back/ })).not.toBeInTheDocument();
});

test('what the window said is behind the bell, leads to where it was said, and can be copied without leaving', async () => {
  openGame('#/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  say({ state: 'done', title: 'Names saved', detail: 'Both of them.' });
  location.hash = '#/transfers';
  await expect.element(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
  await userEvent.click(bell());
  const said = listed().getByRole('group', { name: 'Names saved' });
  await expectInLandmarks();
  await userEvent.click(said.getByRole('menuitem', { name: 'Copy' }));
  await expect.element(said.getByRole('menuitem', { name: 'Copied' })).toBeVisible();
  await userEvent.click(said.getByRole('menuitem', { name: /Names saved/ }));
  expect(location.hash).toBe('#/settings');
  await userEvent.click(bell());
  await userEvent.click(listed().getByRole('menuitem', { name: 'Clear notifications' }));
  await userEvent.click(bell());
  await expect.element(listed().getByText('No notifications yet.')).toBeVisible();
});

test('in the bell the arrows go from message to message, and to the side to what copies one', async () => {
  openGame('#/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  say({ state: 'done', title: 'Names saved', detail: 'Both of them.' });
  say({ state: 'done', title: 'Icon saved', detail: 'And the picture.' });
  await userEvent.click(bell());
  const message = (name: RegExp) => listed().getByRole('menuitem', { name });
  await expect.element(message(/Names saved/)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(message(/Icon saved/)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  const copy = listed().getByRole('group', { name: 'Icon saved' }).getByRole('menuitem', { name: 'Copy' });
  await expect.element(copy).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(listed().getByRole('menuitem', { name: 'Copied' })).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(message(/Icon saved/)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(message(/Names saved/)).toHaveFocus();
});
