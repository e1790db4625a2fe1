// The servers of a game in the window: the table, one of them from close by, and what can be done to it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import styles from '../../../../src-renderer/features/servers/servers.module.css';
import { changeSettings } from '../../../../src-renderer/features/settings/settings-actions.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { networkPresets } from '../../../../src-shared/servers/network-presets.ts';
import type { Build } from '../../../../src-shared/service/builds.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => void vi.useRealTimers());

type Core = ReturnType<typeof createFakeCore>;

function open(servers: readonly Server[], prepare: (core: Core) => void = () => undefined, hash = serversHash): Core {
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.servers.list.set(...servers);
    core.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 0 });
    core.handlers['servers.readLog'] = async () => ({ lines: [], extent: { first: 1, last: 0, count: 0, dropped: 0 } });
    prepare(core);
  }, hash);
}

const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    someServer({ id: `${String(n).padStart(8, '0')}-0000-4000-8000-000000000001`, created_at: 2_000_000 - n }),
  );
const row = (name: string | RegExp) => page.getByRole('row', { name });

test('shows each server with its state in words, and how those that ended came to it', async () => {
  const ended = Date.now() - 60_000;
  open([
    someServer(),
    someServer({ id: 'e95a7710-0', state: 'starting', players: undefined }),
    someServer({ id: '41f8b3c9-0', state: 'stopping', ends_by: Date.now() + 72_000 }),
    someServer({ id: 'a20c6de8-0', state: 'crashed', destroyed_at: ended }),
    someServer({
      id: '5be107f3-0',
      state: 'stopped',
      destroyed_at: ended,
      exit: { code: 0, out_of_memory: false, by: 'you' },
    }),
  ]);
  await expect.element(row(/7c1e04b2 Running 12/)).toBeVisible();
  await expect.element(row(/e95a7710 Starting –/)).toBeVisible();
  await expect.element(row(/41f8b3c9 Stops in 1:1\d/)).toBeVisible();
  await expect.element(row(/a20c6de8 Crashed/)).toBeVisible();
  await expect.element(row(/5be107f3 Stopped by you/)).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Crashed 1' }));
  await expect.element(row(/7c1e04b2/)).not.toBeInTheDocument();
  await expect.element(row(/a20c6de8 Crashed/)).toBeVisible();
});

test('shows the servers of any one state, by the keyboard too, with how many there are', async () => {
  const at = (id: string, more: Parameters<typeof someServer>[0]) => someServer({ id: `${id}-0`, ...more });
  open([
    ...many(11),
    at('e95a7710', { state: 'preparing' }),
    at('0d62ce47', { state: 'starting' }),
    at('41f8b3c9', { state: 'stopping' }),
    at('a20c6de8', { state: 'failed', destroyed_at: 1 }),
    at('5be107f3', { state: 'stopped', destroyed_at: 1 }),
  ]);
  const states = page.getByRole('combobox', { name: 'Filter by state' });
  await expect.element(states).toHaveTextContent('Any state');
  const shown = () =>
    [...document.querySelectorAll(`[role="row"][data-index] .${styles['id']}`)].map((each) => each.textContent);
  focusOn(states.element());
  await userEvent.keyboard('{Enter}');
  const options = page.getByRole('option');
  await expect
    .poll(() => options.elements().map((each) => each.textContent))
    .toEqual(['Any state', 'Starting 2', 'Running 11', 'Stopping 1', 'Crashed 1', 'Ended 1']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => shown().toSorted()).toEqual(['0d62ce47', 'e95a7710']);
  await expect.element(states).toHaveFocus();
  await userEvent.click(page.getByRole('radio', { name: 'Crashed 1' }));
  await expect.poll(shown).toEqual(['a20c6de8']);
  await expect.element(states).toHaveTextContent('Crashed 1');
  await userEvent.click(page.getByRole('radio', { name: /^All \d/ }));
  await expect.element(states).toHaveTextContent('Any state');
});

test('draws only the rows in sight of a thousand servers, moves by J and End, and opens by Enter', async () => {
  open(many(1_000));
  await expect.element(row(/^00000000/)).toBeVisible();
  expect(document.querySelectorAll('[role="row"][data-index]').length).toBeLessThan(60);
  focusOn(row(/^00000000/).element());
  await userEvent.keyboard('jj');
  await expect.element(row(/^00000002/)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(row(/^00000999/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row(/^00000999/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('region', { name: 'Server 00000999' })).toBeVisible();
});

test('sorts by what is used, most first', async () => {
  const [first, second] = many(2);
  open(
    [first, second].filter((server) => server !== undefined),
    (core) => {
      const usage = { at: 1, memory: 1, connections: 0, bytes_in: 0, bytes_out: 0, processes: 1, over: [] };
      core.servers.usage.set({ ...usage, id: first?.id ?? '', cpu: 10 }, { ...usage, id: second?.id ?? '', cpu: 700 });
    },
  );
  await userEvent.click(page.getByRole('button', { name: 'CPU' }));
  await expect.element(page.getByRole('columnheader', { name: 'CPU' })).toHaveAttribute('aria-sort', 'descending');
  const ids = () =>
    [...document.querySelectorAll(`[role="row"][data-index] .${styles['id']}`)].map((each) => each.textContent);
  await expect.poll(ids).toEqual(['00000001', '00000000']);
});

test('Tab comes back to the row that had the focus, also when another is first now, and steps over the heading', async () => {
  const ended = someServer({ ...many(1)[0], id: '5be107f3-0', state: 'stopped', destroyed_at: Date.now() });
  const core = open([...many(2), ended]);
  await expect.element(row(/^00000000/)).toBeVisible();
  focusOn(row(/^00000000/).element());
  await userEvent.keyboard('j');
  await expect.element(row(/^00000001/)).toHaveFocus();
  core.servers.list.set(...many(1).map((server) => ({ ...server, id: 'ffffffff-0', created_at: 3_000_000 })));
  await expect.element(row(/^ffffffff/)).toBeVisible();
  await expect.element(row(/^00000001/)).toHaveFocus();
  await expect.element(row(/^00000001/)).toHaveAttribute('tabindex', '0');
  await userEvent.keyboard('j');
  await expect.element(row(/^5be107f3/)).toHaveFocus();
});

test('says what to do where nothing runs', async () => {
  open([]);
  await expect.element(page.getByRole('heading', { name: 'No servers run here' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Start a server' }).last());
  await expect.element(page.getByRole('dialog', { name: 'Start a server on production' })).toBeVisible();
});

const openOne = (change: Partial<Server> = {}, prepare: (core: Core) => void = () => undefined) => {
  const server = someServer(change);
  const core = open(
    [server],
    (fake) => {
      fake.servers.detail.set(someDetail(server));
      prepare(fake);
    },
    `${serversHash}/${server.id}`,
  );
  return { core, server };
};

test('says that there is no limit where a server may have all that the machine has', async () => {
  const { server } = openOne({ resources: { cpu: 8000, memory: 24_105 } }, (fake) => {
    const detail = someDetail(someServer({ resources: { cpu: 8000, memory: 24_105 } }));
    const { inspection } = detail;
    fake.servers.detail.set({
      ...detail,
      inspection: inspection && { ...inspection, machine: { cpu: 4000, memory: 24_105 } },
    });
  });
  const seen = page.getByRole('region', { name: `Server ${server.id.slice(0, 8)}` });
  await expect.element(seen.getByText('no limit')).toHaveAttribute('title', 'The machine has 25 GB');
  await expect.element(seen.getByText('limit 8,000')).toBeVisible();
});

test('shows one server from close by, with its secrets masked until the eye is pressed', async () => {
  const { core } = openOne();
  const seen = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(seen.getByText('412 millicores')).toBeVisible();
  await expect.element(seen.getByText('limit 768 MB')).toBeVisible();
  await expect.element(seen.getByText('12 connected, 2 refused')).toBeVisible();
  await expect.element(seen.getByText('127.0.0.1:21004')).toBeVisible();
  await expect
    .element(seen.getByText(/^First packet \d\d:\d\d:\d\d from 127\.0\.0\.1:53122, last.*31 connections, 2 refused/))
    .toBeVisible();
  await expect.element(seen.getByText('./tidebreak --headless --tick 60 --map reef')).toBeVisible();
  await expect.element(seen.getByText('API_TOKEN=••••••••')).toBeVisible();
  expect(document.body.innerHTML).not.toContain('hush-hush');
  await userEvent.click(page.getByRole('button', { name: 'Show the secrets for 20 seconds' }));
  await expect.element(seen.getByText('API_TOKEN=hush-hush')).toBeVisible();
  expect(core.called.filter(({ name }) => name === 'servers.stop')).toEqual([]);
});

test('stops with the server’s own grace, counts down, and offers to kill it now', async () => {
  const { core, server } = openOne({ players: undefined }, (fake) => {
    fake.handlers['servers.stop'] = async () => undefined;
  });
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const kill = page.getByRole('button', { name: 'Kill', exact: true });
  const places = () => [stop, kill].map((button) => button.element().getBoundingClientRect().x);
  await expect.element(stop).toBeVisible();
  const before = places();
  await userEvent.click(stop);
  core.servers.list.set({ ...server, state: 'stopping', ends_by: Date.now() + 120_000 });
  await expect.element(page.getByText(/^Stops in (2:00|1:5\d)$/).first()).toBeVisible();
  // The second half of a double click finds what the first found.
  expect(places()).toEqual(before);
  await expect.element(stop).toHaveFocus();
  await userEvent.click(stop, { force: true });
  await userEvent.click(kill);
  const inputs = core.called.filter(({ name }) => name === 'servers.stop').map(({ input }) => input);
  expect(inputs).toEqual([
    expect.not.objectContaining({ grace_ms: expect.anything() }),
    expect.objectContaining({ grace_ms: 0, server_id: server.id }),
  ]);
});

test('does not start a server again that ended between the two halves of a double click', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const { core, server } = openOne({ players: undefined }, (fake) => {
    fake.handlers['servers.stop'] = async () => undefined;
    fake.handlers['servers.restart'] = async () => {
      fake.servers.list.set({ ...server, id: '8c1e04b2-0000-4000-8000-000000000002', state: 'starting' });
      return { server_id: '8c1e04b2-0000-4000-8000-000000000002' };
    };
  });
  await userEvent.click(page.getByRole('button', { name: 'Stop', exact: true }));
  const exit = { code: 0, out_of_memory: false, by: 'you' as const };
  core.servers.list.set({ ...server, state: 'stopped', destroyed_at: Date.now(), exit });
  const again = page.getByRole('button', { name: 'Start again' });
  await userEvent.click(again);
  const restarts = () => core.called.filter(({ name }) => name === 'servers.restart');
  expect(restarts()).toEqual([]);
  vi.setSystemTime(Date.now() + 5_000);
  await userEvent.click(again);
  await expect.poll(restarts).toHaveLength(1);
  // The focus goes on to the server that took its place.
  await expect.element(row(/^8c1e04b2/)).toHaveFocus();
});

test('gives players another network by a preset, and cuts it', async () => {
  const { core } = openOne({}, (fake) => {
    fake.handlers['servers.setNetwork'] = async () => undefined;
  });
  const requests = () => core.called.flatMap(({ name, input }) => (name === 'servers.setNetwork' ? [input] : []));
  await expect
    .element(page.getByRole('slider').first())
    .toHaveAccessibleDescription('Turn on "Simulate network" first');
  await userEvent.click(page.getByRole('switch', { name: 'Simulate network' }));
  await expect.poll(requests).toHaveLength(1);
  await userEvent.click(page.getByRole('combobox', { name: 'Network preset' }));
  await userEvent.click(page.getByRole('option', { name: 'Terrible' }));
  await expect.poll(requests).toHaveLength(2);
  const terrible = networkPresets.find(({ id }) => id === 'terrible')?.conditions;
  expect(requests()[1]).toMatchObject({ network: { conditions: terrible } });
  await expect.element(page.getByRole('slider', { name: /Latency, round trip/ })).toHaveValue('250');
  await userEvent.click(page.getByRole('button', { name: 'Disconnect for 5 s' }));
  await expect.poll(() => requests().at(-1)).toMatchObject({ network: { cut_ms: 5_000 } });
  const before = requests().length;
  // Who leaves the server at once has set it all the same.
  await userEvent.click(page.getByRole('switch', { name: 'Simulate network' }));
  window.location.hash = '#/settings';
  await expect.poll(() => requests().slice(before)).toHaveLength(1);
});

test('says what went wrong with a server, and what to do, in its place', async () => {
  openOne({
    state: 'crashed',
    destroyed_at: Date.now(),
    problem: 'Exited with code 1 after 3 s.',
    hint: 'The port was taken. Use {port} in its arguments.',
  });
  await expect.element(page.getByText(/Exited with code 1 after 3 s\. The port was taken\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Kill' })).not.toBeInTheDocument();
});

test('says in German what went wrong with a server, and what to do', async () => {
  openOne({
    state: 'crashed',
    destroyed_at: Date.now(),
    problem: messageFor('server.ended-by-signal', {
      signal: 'SIGSEGV',
      meaning: messageFor('signal.segmentation'),
      ran: '3 s',
    }),
    hint: messageFor('server.given-up', { before: messageFor('server.log-says-more'), endings: 4 }),
  });
  await expect
    .element(
      page.getByText(/^Ended by SIGSEGV: it touched memory that is not its own \(segmentation fault\), after 3 s\./),
    )
    .toBeVisible();
  await changeSettings({ language: 'de' });
  const trouble = page.getByRole('status').filter({ hasText: 'SIGSEGV' });
  await expect
    .element(trouble)
    .toMatchTextContent(
      /^Abgestürzt um \d\d:\d\d\. Wird nicht mehr neu gestartet\.Durch SIGSEGV beendet: er griff auf fremden Speicher zu \(Speicherzugriffsfehler\), nach 3 s\. Sein Log sagt mehr\.$/,
    );
});

test('says in words what an instance cannot, and follows a server by its id', async () => {
  const core = open([], (fake) => {
    fake.servers.state.set({ problem: { code: 'NOT_OFFERED', message: 'This instance does not list its servers.' } });
    fake.handlers['servers.pin'] = async () => undefined;
  });
  await expect.element(page.getByText('This instance does not list its servers.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Follow this server' }));
  await expect.element(page.getByText('Paste the id or the address of a server.')).toBeVisible();
  await userEvent.fill(
    page.getByRole('textbox', { name: 'Id or address of a server' }),
    ' 7c1e04b2-0000-4000-8000-000000000001 ',
  );
  await userEvent.click(page.getByRole('button', { name: 'Follow this server' }));
  await expect
    .poll(() => core.called.find(({ name }) => name === 'servers.pin')?.input)
    .toMatchObject({
      server_id: '7c1e04b2-0000-4000-8000-000000000001',
    });
});

test('says at each field of a new server what is wrong with it, also what the service refuses', async () => {
  const build: Build = {
    id: tidebreak.game_id,
    name: 'v1',
    created_at: '2026-11-16T09:12:00.000Z',
    content_length: 1,
    tags: {},
    image_tag: 'a',
    kind: 'archive',
    compression: 'none',
    upload_id: tidebreak.game_id,
    state: 'complete',
  };
  const core = open([], (fake) => {
    fake.handlers['servers.choices'] = async () => ({ builds: [build], datacenters: [] });
    fake.handlers['servers.create'] = async () => {
      throw new AppError(
        'VALIDATION_ERROR',
        { text: 'Too much.' },
        {
          metadata: { errors: [{ path: ['runtime', 'environment', 'MAP', 'too-long'] }] },
        },
      );
    };
  });
  await userEvent.click(page.getByRole('button', { name: 'Start a server' }).first());
  await expect.element(page.getByRole('combobox', { name: 'Build' })).toMatchTextContent(/v1/);
  await userEvent.fill(page.getByRole('textbox', { name: 'Environment' }), 'MAP');
  await userEvent.fill(page.getByRole('textbox', { name: 'CPU, millicores' }), 'many');
  await userEvent.click(page.getByRole('button', { name: 'Start server' }));
  await expect.element(page.getByText(/"MAP" has no name or no "="/)).toBeVisible();
  await expect.element(page.getByText('Type a whole number from 1 to 4,294,967,295.')).toBeVisible();
  expect(core.called.some(({ name }) => name === 'servers.create')).toBe(false);
  await userEvent.fill(page.getByRole('textbox', { name: 'Environment' }), 'MAP=reef');
  await userEvent.fill(page.getByRole('textbox', { name: 'CPU, millicores' }), '500');
  await userEvent.click(page.getByRole('button', { name: 'Start server' }));
  await expect.element(page.getByText('MAP: It is too long.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Environment' })).toHaveValue('MAP=reef');
});

test('keeps the values of variables over Escape, and never in the storage of the session, whatever their names are', async () => {
  const start = page.getByRole('button', { name: 'Start a server' }).first();
  const environment = page.getByRole('textbox', { name: 'Environment' });
  open([], (core) => {
    core.handlers['servers.choices'] = async () => ({ builds: [], datacenters: [] });
  });
  await userEvent.click(start);
  await userEvent.fill(environment, 'MAP=canary\nMODE = canary');
  await userEvent.keyboard('{Escape}');
  await expect.element(environment).not.toBeInTheDocument();
  const stored = JSON.stringify(Object.entries(sessionStorage));
  expect(stored).toContain(String.raw`MAP\\nMODE`);
  expect(stored).not.toContain('canary');
  await userEvent.click(start);
  await expect.element(environment).toHaveValue('MAP=canary\nMODE = canary');
});
