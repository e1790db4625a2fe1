// A remote that was restored from a copy of Local: its games, namespaces and versions have the same ids. What one tells or does is not
// shown of the other.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { followTimeline } from '../../../../src-renderer/features/board/board-actions.ts';
import { useBoard } from '../../../../src-renderer/features/board/board-store.ts';
import { openPromote } from '../../../../src-renderer/features/promote/promote-actions.ts';
import { valueSource } from '../../../../src-shared/bridge/source.ts';
import type { GameView } from '../../../../src-shared/games/bridge.ts';
import type { TimelineView } from '../../../../src-shared/namespaces/timeline.ts';
import { dayLane, dayOne, dayVersion, setDayOne } from '../../support/day-one.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { goesBack, lane } from '../../support/lanes.ts';
import { openWindow } from '../../support/open-window.tsx';
import { boardHash } from '../../support/some-board.ts';
import { localId, runningLocal, stagingEu } from '../../support/some-instances.ts';

type Core = ReturnType<typeof createFakeCore>;

const { game_id } = dayOne;
const copyHash = boardHash.replace('/local/', '/eu/');
/** Of the copy, where all namespaces still run 0.1.1. */
const copy = {
  ...dayOne,
  namespaces: dayOne.namespaces.map((one) => ({ ...one, version_id: dayVersion('0.1.1') })),
};

beforeEach(() => page.viewport(1280, 800));

function openBoth(prepare: (core: Core) => void = () => undefined): Core {
  return openWindow((core) => {
    core.instances.set(runningLocal, stagingEu);
    core.games.set({ id: game_id, name_id: dayOne.name_id, display_name: dayOne.display_name, total_player_count: 0 });
    setDayOne(core);
    const source = valueSource<GameView>({ game: null });
    source.set({ game: copy });
    core.gameOn.set(`eu/${game_id}`, source);
    prepare(core);
  }, boardHash);
}

test('to promote from one to the other names what runs on each', async () => {
  openBoth();
  await expect.element(lane('dev')).toBeVisible();
  openPromote({ fromInstance: localId, fromGame: game_id, version: dayVersion('0.1.3') });
  const sheet = page.getByRole('dialog', { name: 'Promote 0.1.3' });
  await expect.element(sheet.getByRole('radio', { name: /^Staging EU .*0\.1\.1/ })).toBeVisible();
  await expect.element(sheet.getByRole('radio', { name: /^dev .*0\.1\.1/ })).toBeVisible();
  // Behind the sheet, out of reach of roles.
  expect(document.querySelector(`[data-lane="${dayLane('dev')}"]`)?.textContent).toContain('0.1.3');
});

test('a roll back that is under way on one keeps nobody from another on the other', async () => {
  openBoth((core) => {
    goesBack(core, dayVersion('0.1.2'), '0.1.2');
    core.handlers['namespaces.history'] = () => Promise.withResolvers<never>().promise;
  });
  await userEvent.click(lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }));
  await expect
    .element(lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }))
    .toHaveAttribute('aria-busy', 'true');
  location.hash = copyHash;
  await expect.element(page.getByText('0.1.1', { exact: true }).first()).toBeVisible();
  await expect
    .element(lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }))
    .not.toHaveAttribute('aria-busy', 'true');
});

test('the timeline of one is not drawn on the board of the other', async () => {
  openBoth(({ timelines }) => {
    const problem = { code: 'INSTANCE_UNREACHABLE', message: 'Staging EU does not answer.' };
    const unread = { from: 0, to: 1, points: [], tells_players: true, deployments: null, problem };
    const source = valueSource<TimelineView>(unread);
    source.set(unread);
    timelines.on.set(`eu/${dayLane('dev')}`, source);
  });
  const deployments = lane('dev').getByRole('list');
  await expect.element(deployments).toBeVisible();
  const stop = followTimeline({ instance_id: 'eu', game_id, namespace_id: dayLane('dev') }, 'week');
  const problems = () =>
    Object.entries(useBoard.getState().timelines)
      .filter(([, one]) => one?.problem)
      .map(([key]) => key);
  await expect.poll(problems).toEqual([`eu/${dayLane('dev')}`]);
  await expect.element(deployments).toBeVisible();
  stop();
});
