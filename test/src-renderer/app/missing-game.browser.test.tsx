// A link to a game that its instance does not have: the page says so, and not that the instance is silent.
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../support/axe.ts';
import { openWindow } from '../support/open-window.tsx';
import { board, boardHash, setBoard } from '../support/some-board.ts';

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
