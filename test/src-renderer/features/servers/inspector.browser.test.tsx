// One server from close by: its ports, life, figures and runtime, its log taken along, and how it is started again or ended.
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';
import { serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';
import { watchCopies, watchSaves } from '../../support/taken-out.ts';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => void vi.useRealTimers());

type Core = ReturnType<typeof createFakeCore>;

const at = Date.UTC(2026, 10, 16, 9, 12);
const lines = [
  {
    number: 1,
    at,
    stream: 'std_out' as const,
    level: 'info' as const,
    text: '\u001b[32mround 3\u001b[0m started',
    cut: false,
  },
  { number: 2, at: at + 5, stream: 'std_err' as const, level: 'error' as const, text: 'save failed', cut: false },
];
const extent = { first: 1, last: 2, count: 2, dropped: 0 };

function open(change: Partial<Server> = {}, prepare: (core: Core) => void = () => undefined) {
  const server = someServer(change);
  const core = openWindow((fake) => {
    fake.game(tidebreak.game_id).set({ game: tidebreak });
    fake.servers.list.set(server);
    fake.servers.detail.set(someDetail(server));
    fake.servers.log.set({ extent, lines });
    fake.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 2 });
    fake.handlers['servers.readLog'] = async () => ({ lines, extent });
    prepare(fake);
  }, `${serversHash}/${server.id}`);
  return { core, server };
}

const called = (core: Core, wanted: string) =>
  core.called.flatMap(({ name, input }) => (name === wanted ? [input] : []));
/** What was pressed is drawn, and what follows from it has begun. */
const nextPicture = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
const web = { protocol: 'https', internal_port: 8080, routing: { game_guard: {} } } as const;

test('beside the servers of one namespace it has the room for its log, and they keep what they use', async () => {
  open();
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(pane.getByText('12 connected, 2 refused')).toBeVisible();
  expect(pane.element().clientWidth).toBeGreaterThanOrEqual(550);
  for (const name of ['Version', 'CPU', 'Memory', 'Up']) {
    await expect.element(page.getByRole('columnheader', { name })).toBeVisible();
  }
});

test('has each port with its address to copy, and opens those that a browser reads', async () => {
  const copies = watchCopies();
  const { core } = open({
    network: {
      ports: {
        game: {
          protocol: 'udp',
          internal_port: 7777,
          public_hostname: '::1',
          public_port: 21_004,
          routing: { host: {} },
        },
        lobby: { ...web, public_hostname: 'localhost', public_port: 21_005 },
        later: { protocol: 'tcp', routing: { game_guard: {} } },
      },
    },
  });
  const ports = page.getByRole('table', { name: 'Ports' });
  await expect.element(ports.getByRole('row', { name: /game UDP 7777 \[::1\]:21004 Host/ })).toBeVisible();
  await expect.element(ports.getByRole('row', { name: /later TCP not reachable yet Game guard/ })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Copy the address of game' }));
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Open lobby in the browser' }));
  await expect.poll(() => called(core, 'host.openLink')).toEqual([{ url: 'https://localhost:21005/' }]);
  await userEvent.click(page.getByRole('button', { name: 'Copy server id' }));
  await expect.poll(() => copies).toEqual(['[::1]:21004', someServer().id]);
  await expect.element(page.getByRole('button', { name: 'Open game in the browser' })).not.toBeInTheDocument();
});

test('a server without a port says so, and has no network to simulate', async () => {
  open({ network: { ports: {} } });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(pane.getByText(/^No port is set, so there is no address to join\./)).toBeVisible();
  await expect.element(pane.getByText('Simulate network')).not.toBeInTheDocument();
  await expect.element(pane.getByText(/past Slipway/)).not.toBeInTheDocument();
});

test('gives its log near half of the height, and all else scrolls over it', async () => {
  open();
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(pane.getByText('Simulate network').first()).toBeInTheDocument();
  const log = () => pane.element().querySelector('[data-slot~="log-title"]')?.parentElement?.parentElement;
  const share = () => (log()?.clientHeight ?? 0) / pane.element().clientHeight;
  await expect.poll(share).toBeGreaterThan(0.44);
  expect(pane.element().scrollHeight).toBe(pane.element().clientHeight);
  await userEvent.click(pane.getByRole('switch', { name: 'Simulate network' }));
});

test('tells where a server was that has ended, and opens it no more', async () => {
  open({
    destroyed_at: Date.now(),
    network: { ports: { lobby: { ...web, public_hostname: 'localhost', public_port: 21_005 }, late: web } },
  });
  const ports = page.getByRole('table', { name: 'Ports' });
  await expect.element(ports.getByRole('row', { name: /^lobby HTTPS 8080 localhost:21005/ })).toBeVisible();
  await expect.element(ports.getByRole('row', { name: /^late HTTPS 8080 –/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the address of lobby' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open lobby in the browser' })).not.toBeInTheDocument();
});

test('tells its life from its making to now, its figures against their limits, and its tags', async () => {
  const { server } = open();
  const seen = page.getByRole('region', { name: 'Server 7c1e04b2' });
  const life = () =>
    [...(document.querySelector('[data-slot~="life-bar"] + ol')?.children ?? [])].map(({ textContent }) => textContent);
  await expect
    .poll(life)
    .toEqual([
      expect.stringMatching(/^Created\d\d:\d\d:\d\d$/),
      expect.stringMatching(/^Running\d\d:\d\d:\d\d, ready in 3\.0 s$/),
      'Now1 h 00 m',
    ]);
  await expect.element(seen.getByText('limit 750')).toBeVisible();
  await expect.element(seen.getByText('max 16')).toBeVisible();
  await expect.element(seen.getByText('conquest')).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: new RegExp(`^${server.id.slice(0, 8)} Running 12.* 1 h 00 m `) }))
    .toBeVisible();
});

test("counts by the clock of the instance, however this machine's own was set", async () => {
  const ahead = 3_600_000;
  const there = Date.now() + ahead;
  const { core, server } = open({ state: 'stopping', started_at: there - 60_000, ends_by: there + 72_000 }, (fake) =>
    fake.instances.set({ ...runningLocal, clock_skew_ms: ahead }),
  );
  await expect.element(page.getByText(/^Stops in 1:1\d$/).first()).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Stops in 1:1\d.* 1 m / })).toBeVisible();
  core.instances.set(runningLocal);
  await expect.element(page.getByText(/^Stops in 61:1\d$/).first()).toBeVisible();
  core.servers.list.set({ ...server, ends_by: there - ahead + 30_000 });
  await expect.element(page.getByText(/^Stops in 0:[23]\d$/).first()).toBeVisible();
});

test('masks the secrets again after twenty seconds, and copies the command line without them', async () => {
  const copies = watchCopies();
  open();
  const eye = page.getByRole('button', { name: 'Show the secrets for 20 seconds' });
  await expect.element(eye).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const press = eye.element();
  if (press instanceof HTMLElement) press.click();
  const isShown = () => document.body.textContent.includes('API_TOKEN=hush-hush');
  await nextPicture();
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(19_900);
  await nextPicture();
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(100);
  await nextPicture();
  expect(isShown()).toBe(false);
  vi.useRealTimers();
  await userEvent.click(page.getByRole('button', { name: 'Copy the command line' }));
  await expect.poll(() => copies).toEqual(['./tidebreak --headless --tick 60 --map reef']);
});

test('hides by the same rule as the command line, also what the service has not told the command of', async () => {
  const copies = watchCopies();
  const server = someServer();
  const environment = { MONKEY: 'george', CLOUD: 'glpat-a1B2c3D4e5F6g7H8' };
  const runtime = { ...server.runtime, environment, arguments: ['--map', 'reef', '--password', 'hush-hush'] };
  open({ runtime }, (fake) => fake.servers.detail.set({ ...someDetail(someServer({ runtime })), inspection: null }));
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(pane.getByText('MONKEY=george')).toBeVisible();
  await expect.element(pane.getByText('CLOUD=••••••••')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Copy the command line' }));
  await expect.poll(() => copies).toEqual(['--map reef --password ***']);
});

test('starts it again as another one, which is then the open one, and kills without a grace', async () => {
  const next = '5be107f3-0000-4000-8000-000000000002';
  const { core, server } = open({ players: undefined }, (fake) => {
    fake.handlers['servers.restart'] = async () => {
      fake.servers.list.set(someServer({ id: next }));
      return { server_id: next };
    };
    fake.handlers['servers.stop'] = async () => undefined;
  });
  await userEvent.click(page.getByRole('button', { name: 'Kill' }));
  await expect.poll(() => called(core, 'servers.stop')).toMatchObject([{ server_id: server.id, grace_ms: 0 }]);
  await userEvent.click(page.getByRole('button', { name: 'Restart' }));
  await expect.poll(() => called(core, 'servers.restart')).toMatchObject([{ server_id: server.id }]);
  await expect.poll(() => location.hash).toContain(next);
});

test('draws the colours of its log, and gives the log out without them, copied or as a file', async () => {
  const copies = watchCopies();
  const saves = watchSaves();
  const { server } = open();
  const log = page.getByRole('log');
  await expect.element(log.getByText('round 3', { exact: true })).toBeVisible();
  const green = getComputedStyle(log.getByText('round 3', { exact: true }).element()).color;
  expect(green).not.toBe(getComputedStyle(log.getByText('save failed').element()).color);
  const plain = ['2026-11-16T09:12:00.000Z info  round 3 started', '2026-11-16T09:12:00.005Z error save failed'];
  await userEvent.click(page.getByRole('button', { name: 'Copy or save the log' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Copy the newest lines' }));
  await expect.element(page.getByText('Copied 2 lines')).toBeVisible();
  expect(copies).toEqual([plain.join('\n')]);
  await userEvent.click(page.getByRole('button', { name: 'Copy or save the log' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Save all of it as a file' }));
  await expect.poll(() => saves).toEqual([{ name: `server-${server.id}.log`, text: `${plain.join('\n')}\n` }]);
});

const onNode = { node: { id: '3f0a51c7-0000-4000-8000-000000000002', name: 'node2' } };

test('names the node of a server, as a link for who may look at nodes', async () => {
  open(onNode, (fake) => fake.instances.set({ ...runningLocal, has_fleet: true }));
  const seen = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(seen.getByText('Node', { exact: true })).toBeVisible();
  const link = seen.getByRole('link', { name: 'node2' });
  await expect.element(link).toHaveAttribute('href', '#/nodes/local');
  await expectAccessible('[data-slot~="pane"]');
  await userEvent.click(link);
  await expect.poll(() => location.hash).toBe('#/nodes/local');
});

test('names the node of a server without a link where nodes are for others to look at', async () => {
  open({ ...onNode, destroyed_at: Date.now(), state: 'stopped' });
  const seen = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(seen.getByText('node2')).toBeVisible();
  await expect.element(seen.getByRole('link', { name: 'node2' })).not.toBeInTheDocument();
});

test('says nothing of nodes where servers run on the machine of the service', async () => {
  open();
  const seen = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(seen.getByText('conquest')).toBeVisible();
  await expect.element(seen.getByText('Node', { exact: true })).not.toBeInTheDocument();
});

test('what one listens on that declares no port is said, and offered for another server once this one has ended', async () => {
  const bare = someServer({ network: { ports: {} } });
  const { core } = open({ network: { ports: {} } }, (fake) => {
    const undeclared = [
      { protocol: 'tcp' as const, port: 7777 },
      { protocol: 'udp' as const, port: 7777 },
      { protocol: 'udp' as const, port: 27015 },
    ];
    fake.servers.detail.set({ ...someDetail(bare), inspection: { traffic: {}, undeclared } });
    fake.handlers['servers.choices'] = async () => ({ builds: [], datacenters: [] });
  });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect
    .element(pane.getByText(/^This server listens on TCP\+UDP 7777, UDP 27015, which the build/))
    .toBeVisible();
  const start = pane.getByRole('button', { name: 'Start with these ports' });
  await expect.element(start).toHaveAccessibleDescription('Stop this server first: it has the ports 7777, 27015');
  const ended = { ...bare, state: 'stopped' as const, destroyed_at: Date.now() };
  core.servers.list.set(ended);
  core.servers.detail.set({ ...someDetail(ended), inspection: { traffic: {} } });
  await expect.element(pane.getByText(/^This server listened on TCP\+UDP 7777, UDP 27015, which/)).toBeVisible();
  await userEvent.click(start);
  const form = page.getByRole('dialog');
  await expect.element(form.getByLabelText('Name of port 1')).toHaveValue('game');
  await expect.element(form.getByLabelText('Internal number of port 1')).toHaveValue('7777');
  await expect.element(form.getByLabelText('Internal number of port 2')).toHaveValue('27015');
});

test('one that waits for players on another says so, and that one can be stopped here', async () => {
  const old = someServer({ id: 'abcdef01-0000-4000-8000-000000000002', state: 'draining' });
  const problem = messageFor('port.waits-for-players', { port: 7777, server: 'abcdef01' });
  const { core } = open({ state: 'preparing', problem }, (fake) => {
    fake.servers.list.set(old);
    fake.handlers['servers.stop'] = async () => undefined;
  });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(pane.getByText(problem.text)).toBeVisible();
  await userEvent.click(pane.getByRole('button', { name: 'Stop abcdef01 now' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Stop abcdef01' }));
  await expect.poll(() => called(core, 'servers.stop')).toMatchObject([{ server_id: old.id }]);
});

test('one that drains says until when, cannot be restarted, and says why', async () => {
  open({ state: 'draining', ends_by: new Date().setHours(23, 58, 0, 0) });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(pane.getByText('Draining, until 23:58 at the latest')).toBeVisible();
  const restart = pane.getByRole('button', { name: 'Restart' });
  await expect.element(restart).toHaveAttribute('aria-disabled', 'true');
  await expect.element(restart).toHaveAccessibleDescription(/^It is draining: it ends when its players have left/);
});

test('one that only waited and was ended then is not said to have run', async () => {
  const problem = messageFor('port.waited-never-started', { port: 7777, server: 'abcdef01' });
  const exit = { out_of_memory: false, by: 'policy' as const };
  open({ state: 'stopped', started_at: undefined, destroyed_at: Date.now(), exit, problem });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect
    .element(pane.getByText(`It never ran. The policy of its namespace ended it. ${problem.text}`))
    .toBeVisible();
  await expect.element(pane.getByText(/, never ran$/)).toBeVisible();
});

test('what could not be done is said clear of the console, and no longer once it is untrue', async () => {
  const { core, server } = open({}, (fake) => {
    fake.handlers['servers.stop'] = async () => {
      throw new AppError('VALIDATION_ERROR', 'server.has-ended');
    };
  });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await userEvent.click(pane.getByRole('button', { name: 'Kill' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Kill 7c1e04b2' }));
  const failed = page.getByRole('alert').filter({ hasText: '7c1e04b2 could not be stopped' });
  await expect.element(failed).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    if (inject('pictures')) await page.screenshot({ path: `test-results/window/said-beside-pane-${theme}.png` });
  }
  delete document.documentElement.dataset['theme'];
  const { left, right } = failed.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(pane.element().getBoundingClientRect().left);
  const sidebar = document.querySelector('[data-slot~="main"]')?.getBoundingClientRect().left;
  expect(left).toBeGreaterThan(sidebar ?? 0);
  const exit = { signal: 'SIGKILL', out_of_memory: false, by: 'you' as const };
  core.servers.list.set({ ...server, state: 'stopped', destroyed_at: Date.now(), exit });
  await expect.element(failed).not.toBeInTheDocument();
});

test('that one could not be restarted stays said when it has ended: it is not running again', async () => {
  const { core, server } = open({}, (fake) => {
    fake.handlers['servers.restart'] = async () => {
      throw new AppError('VALIDATION_ERROR', 'server.has-ended');
    };
  });
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await userEvent.click(pane.getByRole('button', { name: 'Restart' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Restart 7c1e04b2' }));
  const failed = page.getByRole('alert').filter({ hasText: '7c1e04b2 could not be restarted' });
  await expect.element(failed).toBeVisible();
  core.servers.list.set({ ...server, state: 'stopped', destroyed_at: Date.now() });
  await expect.element(pane.getByRole('button', { name: 'Kill' })).not.toBeInTheDocument();
  await expect.element(failed).toBeVisible();
});

test('a server without ports that crashed at once was never ready, and says in one way how long it ran', async () => {
  const made = 1_763_000_000_000;
  open({
    state: 'crashed',
    created_at: made,
    started_at: made + 600,
    destroyed_at: made + 700,
    network: { ports: {} },
    problem: 'Exited with code 1 after 0.1 s.',
  });
  const life = () => document.querySelector('[data-slot~="life-bar"]');
  await expect.poll(() => life()?.nextElementSibling?.textContent).toMatch(/, 0\.1 s$/);
  expect(life()?.nextElementSibling?.textContent).not.toContain('ready in');
  expect(life()?.children).toHaveLength(1);
});
