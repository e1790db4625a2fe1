// A switch that has to wait for players on the old server: said before it is asked for, and on the lane while it waits.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messageFor } from '../../../../src-shared/text/message.ts';
import type { VersionFacts } from '../../../../src-shared/versions/bridge.ts';
import { expectAccessible } from '../../support/axe.ts';
import { dayLane, dayVersion, setDayOne } from '../../support/day-one.ts';
import { goesBack, lane, picture, switches } from '../../support/lanes.ts';
import { openWindow } from '../../support/open-window.tsx';
import { boardHash } from '../../support/some-board.ts';
import { prodSettings } from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

test('a new server that waits for players on the old one says why, and the old one can be stopped at once', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
    fake.handlers['servers.stop'] = async () => undefined;
  }, boardHash);
  const { list } = core.servers.of(dayLane('dev'));
  const [old] = list.snapshot();
  if (old === undefined) throw new Error('dev has a server');
  const problem = messageFor('port.waits-for-players', { port: 7777, server: old.id.slice(0, 8) });
  const next = {
    ...old,
    id: 'fe000000-0000-4000-8000-000000000002',
    state: 'preparing' as const,
    created_at: Date.now(),
  };
  const draining = { ...old, version: dayVersion('0.1.2'), state: 'draining' as const, ends_by: Date.now() + 60_000 };
  list.set(draining, { ...next, problem, network: { ports: {} }, players: { now: 0, limit: 16, refused: 0 } });
  const foot = lane('dev').getByRole('status');
  await expect.element(foot.getByText('0.1.3 waits for players to leave')).toBeVisible();
  const why = foot.getByText('The old server has port 7777 until it ends.');
  await expect.element(why).toHaveAttribute('title', problem.text);
  const { scrollHeight, clientHeight } = why.element();
  expect(scrollHeight, 'all of it can be read').toBe(clientHeight);
  // It takes players until then, as nobody else can.
  await expect.element(foot.getByText('127.0.0.1:22270')).toBeVisible();
  await picture('waits-light');
  document.documentElement.dataset['theme'] = 'dark';
  await picture('waits-dark');
  await expectAccessible('[data-slot~="main"]');
  delete document.documentElement.dataset['theme'];
  await userEvent.click(foot.getByRole('button', { name: `Stop ${old.id.slice(0, 8)} now` }));
  const asked = page.getByRole('dialog');
  await expect.element(asked.getByText(/will be disconnected/)).toBeVisible();
  await userEvent.click(asked.getByRole('button', { name: `Stop ${old.id.slice(0, 8)}` }));
  await expect
    .poll(() => core.called.filter(({ name }) => name === 'servers.stop').map(({ input }) => input))
    .toMatchObject([{ server_id: old.id }]);
  list.set({ ...next, state: 'running' });
  await expect.element(why).not.toBeInTheDocument();
});

test('the address of a server that the namespace keeps comes before those of others', async () => {
  const core = openWindow(setDayOne, boardHash);
  const { list } = core.servers.of(dayLane('dev'));
  const [kept] = list.snapshot();
  const game = kept?.network.ports['game'];
  if (kept === undefined || game === undefined) throw new Error('dev has a server');
  list.set(
    { ...kept, kept: true, players: { now: 9, limit: 16, refused: 0 } },
    {
      ...kept,
      id: 'fe000000-0000-4000-8000-000000000003',
      kept: false,
      created_at: kept.created_at - 60_000,
      players: { now: 0, limit: 16, refused: 0 },
      network: { ports: { game: { ...game, public_port: 22_999 } } },
    },
  );
  await expect.element(lane('dev').getByText('1 more', { exact: true })).toBeVisible();
  await expect.element(lane('dev').getByText('127.0.0.1:22270')).toBeVisible();
});

const fixed = (version_id: string): VersionFacts => ({
  version_id,
  settings: {
    arguments: [],
    ports: [{ name: 'game', protocol: 'udp', internal_port: 7777, routing: 'game_guard' }],
    resources: null,
    kill_timeout: null,
  },
  unknown: {},
});

test('a roll back that players keep waiting opens the sheet, which says so first, also while servers are still read', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
    fake.handlers['namespaces.settings'] = async () => prodSettings;
    fake.handlers['versions.compare'] = async () => ({
      from: fixed(dayVersion('0.1.3')),
      to: fixed(dayVersion('0.1.2')),
      files: null,
    });
  }, boardHash);
  const { list, state } = core.servers.of(dayLane('dev'));
  const [old] = list.snapshot();
  const game = old?.network.ports['game'];
  if (old === undefined || game === undefined) throw new Error('dev has a server');
  list.remove(old.id);
  state.set({});
  await userEvent.click(lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }));
  await expect.poll(() => core.called.some(({ name }) => name === 'namespaces.history')).toBe(true);
  list.set({ ...old, network: { ports: { game: { ...game, internal_port: 7777 } } } });
  state.set({ fresh_at: 1 });
  const sheet = page.getByRole('dialog', { name: 'Roll back dev' });
  const words = 'Both versions listen on port 7777, so 0.1.2 starts when the old server has ended.';
  await expect.element(sheet.getByText(words)).toBeVisible();
  await expect
    .element(sheet.getByText(/^0\.1\.2 starts when nobody plays any more, after 2 h at the latest\./))
    .toBeVisible();
  await picture('switch-waits-light');
  document.documentElement.dataset['theme'] = 'dark';
  await picture('switch-waits-dark');
  delete document.documentElement.dataset['theme'];
  expect(switches(core)).toEqual([]);
});
