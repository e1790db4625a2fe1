// The deploy page in the window: lanes and their timelines, the shelf, and bringing a version to a lane by mouse and by keyboard.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { type createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import {
  board,
  boardHash,
  laneId,
  laneServers,
  setBoard,
  someTimeline,
  versionId,
  wave,
} from '../../support/some-board.ts';
import { lost, runningLocal } from '../../support/some-instances.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

function open(prepare: (core: Core) => void = () => undefined): Core {
  return openWindow((core) => {
    setBoard(core);
    prepare(core);
  }, boardHash);
}

const lane = (name: string) => page.getByRole('article', { name: `Namespace ${name}` });
const version = (name: string | RegExp) => page.getByRole('option', { name });
const sheet = (name: string) => page.getByRole('dialog', { name: `Switch version of ${name}` });
const laneElement = (name: string) => lane(name).element();

test('each namespace is a lane with its version, players, servers and their states', async () => {
  open();
  await expect.element(lane('playtest').getByText('v0.4.9').first()).toBeVisible();
  await expect.element(lane('playtest').getByText(/^since 17 Nov, \d\d:\d\d$/)).toBeVisible();
  await expect.element(lane('playtest').getByText('Running:')).toBeInTheDocument();
  await expect.element(lane('dev').getByText('Starting:')).toBeInTheDocument();
  const numbers = () => [...laneElement('playtest').querySelectorAll('dd')].map((each) => each.textContent);
  await expect.poll(numbers).toEqual(['30', '5']);
  await expect.element(lane('playtest').getByRole('link', { name: /^Server play0005, Crashed$/ })).toBeVisible();
  await userEvent.click(lane('prod').getByRole('link', { name: /^Server prod0000, Running$/ }));
  await expect.poll(() => location.hash).toContain('/servers/');
});

test('the timeline is a list of buttons that say what they do', async () => {
  open();
  const list = page.getByRole('list', { name: 'Versions of playtest' });
  await expect.element(list.getByRole('button', { name: 'v0.4.8, on 17 Nov, crashed 3×, rolled back' })).toBeVisible();
  const names = () =>
    [...list.element().querySelectorAll('button')].map((each) => each.getAttribute('aria-label') ?? '');
  expect(names().filter((name) => name.endsWith('roll back'))).toHaveLength(1);
  expect(names().at(-1)).toMatch(/^v0\.4\.9, since .*, runs now$/);
  await expect.element(lane('prod').getByRole('img', { name: /players now, at most \d+ in this time$/ })).toBeVisible();
});

test('a version that was rolled back without a crash has no mark of a crash, on the timeline and on the shelf', async () => {
  open((core) => {
    const timeline = someTimeline('playtest', 30);
    const deployments = (timeline.deployments ?? []).map((one) => ({ ...one, crashes: 0 }));
    core.timelines.of(laneId('playtest')).set({ ...timeline, deployments });
  });
  const block = page
    .getByRole('list', { name: 'Versions of playtest' })
    .getByRole('button', { name: /^v0\.4\.8, .*, rolled back$/ });
  await expect.element(block).toBeVisible();
  await expect.element(block.getByText('Crashed')).not.toBeInTheDocument();
  await expect.element(version(/v0\.4\.8.*rolled back/)).toBeVisible();
});

test('what can be gone back to says so when it is pointed at, and is rolled back at once on Local', async () => {
  const core = open((fake) => {
    const previous = { version_id: versionId('v0.4.1'), display_name: 'v0.4.1' };
    fake.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
    fake.handlers['namespaces.switch'] = async ({ version_id: id }) => ({
      outcome: 'switched',
      sentence: 'prod switched to v0.4.1.',
      version_id: id,
    });
  });
  const target = lane('prod').getByRole('button', { name: /^v0\.4\.1, .*roll back$/ });
  await userEvent.hover(target);
  await expect.element(target.getByText('Roll back')).toBeVisible();
  await userEvent.click(target);
  await expect
    .poll(() => core.called.find(({ name }) => name === 'namespaces.switch')?.input)
    .toMatchObject({
      namespace_id: laneId('prod'),
      version_id: versionId('v0.4.1'),
    });
});

test('arrows go from lane to lane, and R rolls back the one that has the focus', async () => {
  const core = open((fake) => {
    fake.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false });
  });
  await expect.element(lane('staging').getByText(/^since/)).toBeVisible();
  focusOn(laneElement('prod'));
  await userEvent.keyboard('{ArrowDown}j');
  expect(document.activeElement).toBe(laneElement('playtest'));
  await userEvent.keyboard('r');
  await expect
    .poll(() => core.called.find(({ name }) => name === 'namespaces.history')?.input)
    .toMatchObject({
      namespace_id: laneId('playtest'),
    });
});

test('R says so where there is nothing good to go back to', async () => {
  const core = open((fake) => {
    const { roll_back: _none, ...timeline } = someTimeline('prod', 9);
    fake.timelines.of(laneId('prod')).set(timeline);
  });
  await expect.element(lane('prod').getByText(/^since/)).toBeVisible();
  focusOn(laneElement('prod'));
  await userEvent.keyboard('r');
  await expect.element(page.getByText('No earlier version ran well on prod').first()).toBeVisible();
  expect(core.called.some(({ name }) => name.startsWith('namespaces.'))).toBe(false);
});

test('L brings the selected version to a lane that arrows choose and Enter takes', async () => {
  open();
  await userEvent.click(version(/v0\.5\.0-rc1/));
  await userEvent.keyboard('{ArrowUp}l');
  await expect.element(page.getByText('Press Enter to switch prod to v0.5.0-dev.41')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(page.getByText('Press Enter to switch playtest to v0.5.0-dev.41')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('dev runs v0.5.0-dev.41 already')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(sheet('playtest')).toBeVisible();
});

test('says nothing of the version that a game is made with where that is all a lane has', async () => {
  open((core) => {
    const made = {
      version_id: versionId('v0.4.0').replace(/^./, '9'),
      display_name: '0.0.1',
      create_ts: board.create_ts,
    };
    const namespaces = board.namespaces.map((one) =>
      one.name_id === 'prod' ? { ...one, version_id: made.version_id } : one,
    );
    core.game(board.game_id).set({ game: { ...board, namespaces, versions: [...board.versions, made] } });
  });
  await userEvent.click(version(/v0\.5\.0-rc1/));
  await userEvent.keyboard('{ArrowUp}l');
  await expect.element(page.getByText('Press Enter to switch prod to v0.5.0-dev.41')).toBeVisible();
  await expect.element(lane('prod').getByText(/^Nothing runs here yet\. You see what changes/)).toBeVisible();
});

test('Escape stops it and gives the focus back to the version', async () => {
  open();
  await userEvent.click(version(/v0\.4\.0/));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Press Enter to switch prod to v0.4.0')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Press Enter to switch prod to v0.4.0')).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).toContain('v0.4.0');
});

test('a version is dragged to a lane with the mouse', async () => {
  open();
  await expect.element(lane('staging').getByText(/^since/)).toBeVisible();
  await userEvent.dragAndDrop(version(/v0\.4\.0/), lane('staging'));
  await expect.element(sheet('staging')).toBeVisible();
});

test('files over a lane show where they would land, and why they would not start a protected one', async () => {
  open((core) => {
    const protected_namespaces = [{ game_id: board.game_id, namespace_id: laneId('prod') }];
    core.instances.set({ ...runningLocal, protected_namespaces });
  });
  await expect.element(lane('prod').getByText(', protected')).toBeInTheDocument();
  const over = (name: string, shiftKey = false) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'server.tar'));
    laneElement(name).dispatchEvent(
      new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer, shiftKey }),
    );
  };
  over('staging');
  await expect.element(page.getByText('Drop to upload and launch on staging')).toBeVisible();
  over('staging', true);
  await expect.element(page.getByText('Drop to upload only')).toBeVisible();
  over('prod');
  await expect.element(page.getByText('prod is protected, drop uploads only')).toBeVisible();
  await expect.element(page.getByText('Drop to upload and launch on staging')).not.toBeInTheDocument();
  expect(laneElement('staging').dataset['dropNamespace']).toBe(laneId('staging'));
  expect(laneElement('prod').dataset['dropNamespace']).toBeUndefined();
});

test('old data says its age, and nothing can be changed until it is live again', async () => {
  const core = open();
  await expect.element(lane('prod').getByText(/^since/)).toBeVisible();
  core.instances.set({ ...runningLocal, ...lost('Local', Date.now() + 9_000) });
  core.game(board.game_id).set({ game: board, stale_since: new Date(2026, 10, 20, 14, 29).getTime() });
  await expect.element(lane('prod').getByText('as of 14:29')).toBeVisible();
  const button = lane('prod').getByRole('button', { name: 'Switch version' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(lane('prod').getByRole('button', { name: /roll back\. Local does not answer/ })).toBeVisible();
});

test('why a namespace has no server stands in the place of its timeline', async () => {
  const core = open((fake) => {
    const [crashed] = laneServers('dev', ['failed'], 0);
    if (crashed === undefined) throw new Error('expected a server');
    const problem = 'port 7777 is in use';
    const ended = { ...crashed, problem, hint: 'Another program listens on it.', destroyed_at: Date.now() };
    fake.servers.of(laneId('dev')).list.replace([ended]);
    fake.handlers['servers.restart'] = async () => ({ server_id: 'next' });
  });
  await expect.element(lane('dev').getByText('dev has no server: port 7777 is in use')).toBeVisible();
  await expect.element(lane('dev').getByText('No servers running:')).toBeInTheDocument();
  await expect.element(lane('dev').getByRole('button', { name: 'Switch version' })).toBeVisible();
  await userEvent.click(lane('dev').getByRole('button', { name: 'Try again' }));
  await expect.poll(() => core.called.some(({ name }) => name === 'servers.restart')).toBe(true);
});

test('an instance that lists no servers has its versions, and dashes with the reason for what it does not tell', async () => {
  const why = 'This instance does not list its servers.';
  open((core) => {
    core.servers.of(laneId('prod')).list.replace([]);
    core.servers.of(laneId('prod')).state.set({ problem: { code: 'NOT_OFFERED', message: why } });
    core.timelines.of(laneId('prod')).set(someTimeline('prod', 9, { points: [], tells_players: false }));
  });
  await expect.element(lane('prod').getByText(why).first()).toBeInTheDocument();
  await expect
    .element(lane('prod').getByText('This instance reports only the players of the whole game'))
    .toBeVisible();
  await expect.element(lane('prod').getByRole('button', { name: /^v0\.4\.2, since/ })).toBeVisible();
});

test('a history that cannot be read says why in its lane', async () => {
  open((core) => {
    const problem = new AppError('INSTANCE_UNREACHABLE', { text: 'EU does not answer.' }).toBody();
    core.timelines.of(laneId('prod')).set({ ...someTimeline('prod', 9), deployments: null, problem });
  });
  await expect.element(lane('prod').getByText('The history cannot be read. EU does not answer.')).toBeVisible();
});

test('times that nobody watched are gaps in the chart', async () => {
  open((core) => {
    core.timelines.of(laneId('prod')).set(someTimeline('prod', 9, { points: wave(9, [4, 2]) }));
  });
  const words = /with times that were not watched$/;
  await expect.element(lane('prod').getByRole('img', { name: words })).toBeVisible();
  const line = laneElement('prod').querySelector('path[fill="none"]')?.getAttribute('d') ?? '';
  expect(line.match(/M/g)).toHaveLength(2);
});

test('the period is asked for, and kept', async () => {
  const core = open();
  await userEvent.click(page.getByRole('radio', { name: '30 days' }));
  await expect.poll(() => core.settings.snapshot().tape_window).toBe('month');
  await expect.poll(() => core.timelines.asked.filter(({ window }) => window === 'month').length).toBe(4);
});

test('the shelf has sizes, tags and what was rolled back, and finds what is looked for', async () => {
  open();
  await expect.element(version(/v0\.4\.8.*rolled back.*1\.29 GB packed, 17 Nov/)).toBeVisible();
  await expect.element(version(/v0\.4\.2.*prod.*1\.24 GB/)).toBeVisible();
  expect(document.querySelectorAll('[role="option"]')[0]?.textContent).toContain('v0.5.0-dev.41');
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('textbox', { name: 'Find a version' })).toHaveFocus();
  await userEvent.keyboard('stag');
  await expect.poll(() => document.querySelectorAll('[role="option"]').length).toBe(1);
  await userEvent.keyboard('xyz');
  await expect.element(page.getByText('No matching versions.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelectorAll('[role="option"]').length).toBe(8);
});

test('a build is asked for from the shelf, and from an empty one', async () => {
  open((core) => {
    core.game(board.game_id).set({ game: { ...board, versions: [] } });
  });
  await userEvent.click(page.getByRole('button', { name: 'Drop a build here' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Upload a build' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

/** After the game was made, as that has a version of its own. */
function versionMade(n: number): string {
  return new Date(Date.parse(board.create_ts) + n + 1).toISOString();
}

test('ten thousand versions are a shelf of few rows', async () => {
  open((core) => {
    const versions = Array.from({ length: 10_000 }, (_, n) => {
      return { version_id: `v${n}`, display_name: `v0.0.${n}`, create_ts: versionMade(n) };
    });
    core.game(board.game_id).set({ game: { ...board, versions } });
  });
  await expect.element(version(/^v0\.0\.9999/)).toBeVisible();
  expect(document.querySelectorAll('[role="option"]').length).toBeLessThan(40);
  await userEvent.click(version(/^v0\.0\.9999/));
  await userEvent.keyboard('{End}');
  await expect.element(version(/^v0\.0\.0 /)).toBeVisible();
});

test('in a narrow window the shelf is a drawer that a button opens and Escape closes', async () => {
  await page.viewport(960, 600);
  open();
  await expect.element(version(/v0\.4\.9/)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Versions 8' }));
  await expect.element(version(/v0\.4\.9/)).toBeVisible();
  await userEvent.click(version(/v0\.4\.9/));
  await userEvent.keyboard('{Escape}');
  await expect.element(version(/v0\.4\.9/)).not.toBeInTheDocument();
});
