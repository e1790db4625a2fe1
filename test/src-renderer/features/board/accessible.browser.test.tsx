// The deploy page as axe sees it, in both themes: calm, in trouble, with something brought to a lane, and narrow.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { board, boardHash, laneId, laneServers, setBoard } from '../../support/some-board.ts';
import { runningLocal } from '../../support/some-instances.ts';

const lane = (name: string) => page.getByRole('article', { name: `Namespace ${name}` });

test('all is well', async () => {
  await page.viewport(1280, 800);
  openWindow((core) => {
    setBoard(core);
    const protected_namespaces = [{ game_id: board.game_id, namespace_id: laneId('prod') }];
    core.instances.set({ ...runningLocal, protected_namespaces });
  }, boardHash);
  await expect.element(lane('playtest').getByText(/^since/)).toBeVisible();
  await expectAccessible('[data-slot~="main"]');
  await userEvent.click(page.getByRole('option', { name: /v0\.5\.0-rc1/ }));
  await userEvent.keyboard('l');
  await expect.element(page.getByText('Press Enter to switch prod to v0.5.0-rc1')).toBeVisible();
  await expectAccessible('[data-slot~="main"]');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('staging runs v0.5.0-rc1 already')).toBeVisible();
  await expectAccessible('[data-slot~="main"]');
});

test('a namespace has no server, another is not live, and the shelf is out', async () => {
  await page.viewport(960, 600);
  const core = openWindow((fake) => {
    setBoard(fake);
    const [failed] = laneServers('prod', ['failed'], 0);
    if (failed === undefined) throw new Error('expected a server');
    fake.servers.of(laneId('prod')).list.replace([{ ...failed, problem: 'port 7777 is in use', destroyed_at: 1 }]);
  }, boardHash);
  await expect.element(lane('prod').getByRole('alert')).toBeVisible();
  core.game(board.game_id).set({ game: board, stale_since: 1 });
  await userEvent.click(page.getByRole('button', { name: 'Versions 8' }));
  await expect.element(page.getByRole('option', { name: /v0\.4\.9/ })).toBeVisible();
  await expectAccessible('[data-slot~="main"]');
});
