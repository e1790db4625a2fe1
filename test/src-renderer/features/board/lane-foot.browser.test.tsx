// What a lane offers now: the address to join, the way back, and where nothing is up, why and the way out.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSettings } from '../../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import { say } from '../../../../src-renderer/ui/notices/notices-actions.ts';
import { expectAccessible } from '../../support/axe.ts';
import { dayLane, dayOne, dayVersion, setDayOne } from '../../support/day-one.ts';
import { goesBack, lane, picture, switches } from '../../support/lanes.ts';
import { openWindow } from '../../support/open-window.tsx';
import { board, boardHash, laneId, setBoard, versionId } from '../../support/some-board.ts';
import { someServer } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

/** What surrounds it is the same on the whole board, which axe looks at among all screens. */
const laneOf = (name: string) => `[data-lane="${dayLane(name)}"]`;

test('of few lanes each says where to join, and goes back to what ran well', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
  }, boardHash);
  await expect.element(lane('dev').getByText('127.0.0.1:22270')).toBeVisible();
  await expect.element(lane('dev').getByRole('button', { name: 'Copy the address 127.0.0.1:22270' })).toBeVisible();
  await expect.element(lane('dev').getByText('UDP')).toBeVisible();
  await picture('day-one-light');
  document.documentElement.dataset['theme'] = 'dark';
  await picture('day-one-dark');
  delete document.documentElement.dataset['theme'];
  await expectAccessible(laneOf('dev'));
  await userEvent.click(lane('dev').getByRole('button', { name: 'Set up the game client' }));
  await expect.element(page.getByRole('dialog', { name: 'Set up the game client' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }));
  await expect
    .poll(() => switches(core))
    .toMatchObject([{ namespace_id: dayLane('dev'), version_id: dayVersion('0.1.2') }]);
});

test('messages stand clear of the buttons of lanes, also in German', async () => {
  openWindow(setDayOne, boardHash);
  await expect.element(lane('dev').getByText('127.0.0.1:22270')).toBeVisible();
  await changeSettings({ language: 'de' });
  const back = 'staging auf v0.5.0-rc1 zurückrollen';
  const actions = [back, 'Log zeigen'].map((label) => ({ label, run: () => undefined }));
  say({ state: 'crashed', title: 'Tidebreak v0.5.0-rc2 4-mal abgestürzt auf staging' }, actions);
  const message = page.getByRole('alert', { name: /abgestürzt auf staging/ });
  await expect.element(message).toBeVisible();
  await picture('message-over-versions');
  const { left, right } = message.element().getBoundingClientRect();
  for (const each of document.querySelectorAll('[data-lane]'))
    expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(left);
  const button = message.getByRole('button', { name: back }).element();
  expect(button.getBoundingClientRect().right).toBeLessThan(right);
  useLanguage.setState(useLanguage.getInitialState(), true);
});

test('what is pressed shows that it is under way until it is answered, and cannot be pressed twice', async () => {
  const answered = Promise.withResolvers<void>();
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
    fake.clientCommand.set({ command: 'game --join {address}' });
    const back = fake.handlers['namespaces.switch'];
    fake.handlers['namespaces.switch'] = async (...asked) => {
      await answered.promise;
      return await back(...asked);
    };
    fake.handlers['servers.openClients'] = async () => await answered.promise;
  }, boardHash);
  const pressed = [/^Open client$/, /^Roll back to 0\.1\.2$/].map((name) => lane('dev').getByRole('button', { name }));
  for (const button of pressed) {
    await userEvent.click(button);
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button, { force: true });
  }
  // Nothing else is switched meanwhile.
  await expect
    .element(lane('dev').getByRole('button', { name: 'Switch version' }))
    .toHaveAttribute('aria-busy', 'true');
  answered.resolve();
  for (const button of pressed) await expect.element(button).not.toHaveAttribute('aria-busy', 'true');
  await expect
    .element(lane('dev').getByRole('button', { name: 'Switch version' }))
    .not.toHaveAttribute('aria-busy', 'true');
  expect(switches(core)).toHaveLength(1);
  expect(core.called.filter(({ name }) => name === 'servers.openClients')).toHaveLength(1);
});

test('what is typed about the client stays when another server is the one to join', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
  }, boardHash);
  await userEvent.click(lane('dev').getByRole('button', { name: 'Set up the game client' }));
  const command = page.getByRole('dialog', { name: 'Set up the game client' }).getByRole('textbox');
  await userEvent.fill(command, 'client --join');
  const { list } = core.servers.of(dayLane('dev'));
  const [first] = list.snapshot();
  if (first === undefined) throw new Error('expected a server');
  const port = { protocol: 'udp', public_hostname: '127.0.0.1', public_port: 22_271, routing: { game_guard: {} } };
  list.set({
    ...first,
    id: 'de000000-0000-4000-8000-000000000002',
    players: { now: 0, limit: 16, refused: 0 },
    network: { ports: { game: { ...port, protocol: 'udp' as const } } },
  });
  await expect.poll(() => document.querySelector(`[data-lane="${dayLane('dev')}"]`)?.textContent).toContain(':22271');
  await expect.element(command).toHaveValue('client --join');
});

test('of a game that is too old to be shown whole, all there is comes down to the longest period', async () => {
  openWindow((fake) => {
    setBoard(fake);
    const create_ts = new Date(Date.now() - 40 * 86_400_000).toISOString();
    fake.game(board.game_id).set({ game: { ...board, create_ts } });
    fake.settings.set({ ...fake.settings.snapshot(), tape_window: 'all' });
  }, boardHash);
  await expect.element(page.getByRole('radio', { name: '30 days' })).toBeChecked();
});

test('a namespace that was switched to a version of which nothing ran yet has that version', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    const view = fake.timelines.of(dayLane('prod'));
    const { never_deployed: _never, deployments, ...others } = view.snapshot();
    view.set({ ...others, deployments: (deployments ?? []).map((one) => ({ ...one, ran_ms: 0 })) });
  }, boardHash);
  await expect.element(lane('prod').getByText(/^for \d+ min, since/)).toBeVisible();
  await expect.element(lane('prod').getByText('No version', { exact: true })).not.toBeInTheDocument();
  expect(core.timelines.of(dayLane('prod')).snapshot().deployments).toMatchObject([{ ran_ms: 0 }]);
});

test('a crash says how often and that restarts stopped, with the way back as the one thing to press', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.3'), '0.1.3');
  }, boardHash);
  const foot = lane('staging').getByRole('alert');
  await expect.element(foot.getByText('Crashed 4 times in 1 min')).toBeVisible();
  await expect.element(foot.getByText('Restarts have stopped.')).toBeVisible();
  const back = foot.getByRole('button', { name: 'Roll back to 0.1.3' });
  const orange = () => [...document.querySelectorAll('[data-slot~="primary-button"]')].map((each) => each.textContent);
  await expect.poll(orange).toEqual(['Roll back to 0.1.3']);
  await expect.element(page.getByRole('option', { name: /0\.1\.4/ }).getByText('crashed 4×')).toBeVisible();
  await userEvent.click(back);
  await expect.poll(() => switches(core)).toMatchObject([{ version_id: dayVersion('0.1.3') }]);
});

test('a crash stays told while the next server starts, and until that ran well', async () => {
  const core = openWindow(setDayOne, boardHash);
  const foot = lane('staging').getByRole('alert');
  await expect.element(foot.getByText('Restarts have stopped.')).toBeVisible();
  const { list } = core.servers.of(dayLane('staging'));
  const environment = list.snapshot()[0]?.environment ?? '';
  const next = { id: 'de000000-0000-4000-8000-00000000000f', environment, kept: true, version: dayVersion('0.1.4') };
  list.set(someServer({ ...next, state: 'starting', created_at: Date.now() }));
  await expect.element(foot.getByText('Restarting now.')).toBeVisible();
  await expect.element(foot.getByText('Crashed 4 times in 1 min')).toBeVisible();
  const running = (started_at: number) => someServer({ ...next, state: 'running', created_at: started_at, started_at });
  list.set(running(Date.now()));
  await expect.element(foot).not.toBeInTheDocument();
  // It may crash again in a moment, so the lane is not well yet.
  const shaky = lane('staging').getByRole('status');
  await expect.element(shaky.getByText('Crashed 4 times in 1 min')).toBeVisible();
  await expect.element(shaky.getByText(/^Running again for \d+ s\.$/)).toBeVisible();
  await expect
    .element(lane('staging').getByRole('heading', { name: /^Crashed 4 times in 1 min, running again: / }))
    .toBeVisible();
  // The one that runs now can be joined all the same.
  await expect.element(shaky.getByRole('button', { name: /^Copy the address / })).toBeVisible();
  const box = shaky.first().element().getBoundingClientRect();
  const buttons = [/^Roll back/, /game client$/].map((name) =>
    shaky.getByRole('button', { name }).element().getBoundingClientRect(),
  );
  const [above, below] = [(buttons[0]?.top ?? 0) - box.top, box.bottom - (buttons[1]?.bottom ?? 0)];
  expect(Math.abs(above - below), 'as much room above as below').toBeLessThanOrEqual(1);
  await picture('shaky-light');
  document.documentElement.dataset['theme'] = 'dark';
  await picture('shaky-dark');
  await expectAccessible(laneOf('staging'));
  delete document.documentElement.dataset['theme'];
  for (const crashed of list.snapshot()) {
    if (crashed.state === 'crashed') list.set({ ...crashed, created_at: crashed.created_at - 600_000 });
  }
  list.set(running(Date.now() - 301_000));
  await expect.element(lane('staging').getByRole('heading', { name: /^Running: / })).toBeVisible();
  await expect.element(shaky.getByText('Crashed 4 times in 1 min')).not.toBeInTheDocument();
});

test('where another version is the good one by now, the sheet asks before it goes there', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.1'), '0.1.1');
  }, boardHash);
  await userEvent.click(lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }));
  await expect.element(page.getByRole('dialog', { name: 'Roll back dev' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Roll back dev to 0.1.1' })).toBeVisible();
  expect(switches(core)).toEqual([]);
});

test('a namespace on which nothing ever ran says so, and offers what ran well elsewhere', async () => {
  openWindow((fake) => {
    setDayOne(fake);
  }, boardHash);
  await expect.element(lane('prod').getByText('Nothing runs on prod yet')).toBeVisible();
  await expect.element(lane('prod').getByText('No version', { exact: true })).toBeVisible();
  await userEvent.click(lane('prod').getByRole('button', { name: 'Run 0.1.3 on prod' }));
  await expect.element(page.getByRole('button', { name: 'Switch prod to 0.1.3' })).toBeVisible();
});

test('what was rolled back elsewhere is not offered to a namespace on which nothing ever ran', async () => {
  const bad = dayVersion('0.1.3');
  openWindow((fake) => {
    setDayOne(fake);
    for (const name of ['dev', 'staging']) {
      const timeline = fake.timelines.of(dayLane(name));
      const view = timeline.snapshot();
      const deployments = (view.deployments ?? []).map((one) =>
        one.version_id === bad ? { ...one, is_rolled_back: true } : one,
      );
      timeline.set({ ...view, deployments });
    }
  }, boardHash);
  await expect.element(lane('prod').getByRole('button', { name: 'Run 0.1.2 on prod' })).toBeVisible();
});

test('a namespace without a version says so as a heading, also where a server was started by hand on it', async () => {
  const [first, ...others] = dayOne.versions;
  if (first === undefined) throw new Error('expected a version');
  openWindow((fake) => {
    setDayOne(fake);
    const create_ts = dayOne.create_ts;
    const game = { ...dayOne, versions: [{ ...first, display_name: '0.0.1', create_ts }, ...others] };
    fake.game(dayOne.game_id).set({ game });
    fake.servers.of(dayLane('prod')).list.set(someServer({ environment: dayLane('prod') }));
  }, boardHash);
  await expect.element(lane('prod').getByText('12', { exact: true })).toBeVisible();
  await expect.element(lane('prod').getByText('No version', { exact: true })).toBeVisible();
});

test('where somebody stopped what it keeps it says so, and starts it again', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    const [server] = fake.servers.of(dayLane('dev')).list.snapshot();
    if (server === undefined) throw new Error('dev has a server');
    const exit = { code: 0, out_of_memory: false, by: 'you' as const };
    fake.servers.of(dayLane('dev')).list.set({ ...server, state: 'stopped', destroyed_at: Date.now(), exit });
    fake.handlers['servers.restart'] = async () => {
      const next = { ...server, id: 'de000000-0000-4000-8000-000000000009', created_at: Date.now() };
      fake.servers.of(dayLane('dev')).list.set({ ...next, state: 'starting' });
      return { server_id: next.id };
    };
  }, boardHash);
  await expect.element(lane('dev').getByText('Its server was stopped. Nobody can join.')).toBeVisible();
  await expectAccessible(laneOf('dev'));
  await userEvent.click(lane('dev').getByRole('button', { name: 'Start again' }));
  await expect.poll(() => core.called.filter(({ name }) => name === 'servers.restart')).toHaveLength(1);
  // The button went, and what follows is about the same namespace.
  await expect.element(lane('dev')).toHaveFocus();
});

test('a server that runs without listening is not shown as running, and says what is wrong', async () => {
  const core = openWindow(setDayOne, boardHash);
  const { list } = core.servers.of(dayLane('dev'));
  const [good] = list.snapshot();
  if (good === undefined) throw new Error('dev has a server');
  const problem = 'It runs, but does not listen on UDP 22270 (game) yet. It listens on TCP [::]:22271 instead.';
  const silent = { ...good, state: 'silent' as const, problem };
  list.set(silent);
  const foot = lane('dev').getByRole('status');
  await expect.element(foot.getByText('Not listening', { exact: true })).toBeVisible();
  await expect.element(foot.getByText(problem)).toBeVisible();
  // All of it can be read, as the number is at its end.
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = foot.getByText(problem).element();
  expect([scrollHeight, scrollWidth]).toEqual([clientHeight, clientWidth]);
  await expect.element(lane('dev').getByRole('heading', { name: /^Not listening: dev/ })).toBeVisible();
  await expect
    .element(foot.getByRole('link', { name: 'Show log' }))
    .toHaveAttribute('href', expect.stringContaining(good.id));
  await picture('silent-light');
  document.documentElement.dataset['theme'] = 'dark';
  await picture('silent-dark');
  await expectAccessible(laneOf('dev'));
  delete document.documentElement.dataset['theme'];
  list.set(silent, { ...good, id: 'de000000-0000-4000-8000-000000000002' });
  await expect.element(foot.getByText('1 of 2 not listening')).toBeVisible();
  await expect.element(foot.getByText('127.0.0.1:22270')).toBeVisible();
  list.set(good);
  await expect.element(lane('dev').getByText(problem)).not.toBeInTheDocument();
});

test('a server without a port runs, and says that there is no address to join and where a port is added', async () => {
  const core = openWindow(setDayOne, boardHash);
  const { list } = core.servers.of(dayLane('dev'));
  const [good] = list.snapshot();
  if (good === undefined) throw new Error('dev has a server');
  list.set({ ...good, network: { ports: {} } });
  const text = lane('dev').getByText(
    'No port is set, so there is no address to join. Add one when you upload, or in slipway.json.',
  );
  await expect.element(text).toBeVisible();
  await expect.element(lane('dev').getByRole('heading', { name: /^Running without a port: dev/ })).toBeVisible();
  await picture('no-port-light');
  document.documentElement.dataset['theme'] = 'dark';
  await picture('no-port-dark');
  await expectAccessible(laneOf('dev'));
  delete document.documentElement.dataset['theme'];
  list.set(good);
  await expect.element(text).not.toBeInTheDocument();
});

test('two presses on the way back are one', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
  }, boardHash);
  const back = lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' });
  await userEvent.click(back);
  await expect.poll(() => switches(core)).toHaveLength(1);
  await userEvent.click(back);
  await userEvent.keyboard('r');
  expect(switches(core)).toHaveLength(1);
});

test('Enter on a lane opens its servers', async () => {
  openWindow(setDayOne, boardHash);
  await expect.element(lane('dev')).toBeVisible();
  lane('dev').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toContain(`/servers/${dayLane('dev')}`);
});

test('a young game is seen from its first moment, and no deployment is too narrow to be pressed', async () => {
  const core = openWindow((fake) => {
    setDayOne(fake);
  }, boardHash);
  await expect.element(page.getByRole('radio', { name: /^All, 2\d min$/ })).toBeChecked();
  expect(core.timelines.asked.every(({ window }) => window === 'all')).toBe(true);
  const list = page.getByRole('list', { name: 'Versions of dev' });
  await expect.element(list.getByRole('button', { name: /^0\.1\.2, / })).toBeVisible();
  const buttons = [...list.element().querySelectorAll('button')];
  expect(buttons.map((each) => each.getAttribute('aria-label')?.split(',')[0])).toEqual(['0.1.1', '0.1.2', '0.1.3']);
  for (const each of buttons) expect(each.getBoundingClientRect().width).toBeGreaterThanOrEqual(24);
});

test('many lanes have the way back as a button beside the switch, none where nothing ran well', async () => {
  const core = openWindow((fake) => {
    setBoard(fake);
    goesBack(fake, versionId('v0.4.1'), 'v0.4.1');
    const [prod, staging, ...others] = board.namespaces;
    if (prod === undefined || staging === undefined) throw new Error('expected two namespaces');
    const good = { version_id: versionId('v0.4.1'), ran_ms: 1, ran_well: true };
    const namespaces = [{ ...prod, last_good: good }, { ...staging, last_good: {} }, ...others];
    fake.game(board.game_id).set({ game: { ...board, namespaces } });
  }, boardHash);
  await expect.element(lane('staging').getByText(/^since/)).toBeVisible();
  await expect.element(lane('staging').getByRole('button', { name: /^Roll back staging/ })).not.toBeInTheDocument();
  const answered = Promise.withResolvers<void>();
  core.handlers['namespaces.switch'] = async () => {
    await answered.promise;
    return { outcome: 'switched', sentence: 'Done.', version_id: versionId('v0.4.1') };
  };
  const button = lane('prod').getByRole('button', { name: 'Roll back prod to v0.4.1' });
  await userEvent.click(button);
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  answered.resolve();
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await expect
    .poll(() => switches(core))
    .toMatchObject([{ namespace_id: laneId('prod'), version_id: versionId('v0.4.1') }]);
});

test('a switch names each older version whose servers still end, whichever ran last', async () => {
  const core = openWindow(setDayOne, boardHash);
  const { list } = core.servers.of(dayLane('dev'));
  const [good] = list.snapshot();
  if (good === undefined) throw new Error('dev has a server');
  const old = (n: number, version: string) => ({
    ...good,
    id: `de000000-0000-4000-8000-00000000000${n}`,
    state: 'draining' as const,
    version: dayVersion(version),
    created_at: good.created_at - 60_000 * n,
  });
  list.set(old(3, '0.1.1'));
  await expect.element(lane('dev').getByText('still 0.1.1 on 1 server', { exact: true })).toBeVisible();
  list.set(old(2, '0.1.2'), old(4, '0.1.1'));
  await expect.element(lane('dev').getByText('still 0.1.2, 0.1.1 on 3 servers', { exact: true })).toBeVisible();
});
