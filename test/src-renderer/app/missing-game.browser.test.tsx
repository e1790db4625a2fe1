// A link to a game that its instance does not have: the page says so, and not that the instance is silent.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../support/axe.ts';
import { openWindow } from '../support/open-window.tsx';
import { board, boardHash, setBoard } from '../support/some-board.ts';
import { lost, stagingEu } from '../support/some-instances.ts';

beforeEach(() => page.viewport(1280, 800));

const problem = { code: 'GAME_NOT_FOUND', message: 'There is no such game.' } as const;

test('says that there is no such game, at once and when it is deleted while it is open', async () => {
  const core = openWindow((fake) => {
    fake.game(board.game_id).set({ game: null, stale_since: Date.now(), problem });
  }, boardHash);
  await expect.element(page.getByText('This game cannot be shown')).toBeVisible();
  await expect.element(page.getByText(/^There is no such game\. It may have been removed/)).toBeVisible();
  await expect.element(page.getByText(/does not answer/)).not.toBeInTheDocument();
  await expectAccessible('[data-slot~="main"]');
  setBoard(core);
  await expect.element(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
  core.game(board.game_id).set({ game: board, stale_since: Date.now(), problem });
  await expect.element(page.getByText('This game cannot be shown')).toBeVisible();
});

test('a game that was read and is silent now stays as it was', async () => {
  openWindow((core) => {
    setBoard(core);
    const gone = { code: 'INSTANCE_UNREACHABLE', message: 'It does not answer.' } as const;
    core.game(board.game_id).set({ game: board, stale_since: Date.now(), problem: gone });
  }, boardHash);
  await expect.element(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
});

test('of a game that was never read on an instance that is away it says so, and tries again', async () => {
  const core = openWindow((fake) => {
    fake.instances.set({ ...stagingEu, ...lost('Staging EU', Date.now() + 60_000) });
    fake.handlers['instances.test'] = async () => {
      fake.instances.set(stagingEu);
      return { probe: { sentence: 'It answers.', latency_ms: 1, why_not: {} } };
    };
  }, `#/games/eu/${board.game_id}`);
  await expect.element(page.getByText('Staging EU does not answer. The game is shown when it does.')).toBeVisible();
  expect(document.querySelector('main [aria-busy="true"]')).toBeNull();
  await expectAccessible('[data-slot~="main"]');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => core.called.some(({ name }) => name === 'instances.test')).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
