// J5, a server that dies over and over: reported in few messages, with what its namespace does about it, and it ends. With
// SLIPWAY_PICTURES it also writes what a person sees, in both themes and three sizes.
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, layersGone, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

type Ended = { id: string; created_at: number };

test('J5: a crash loop is reported in few messages, says what the namespace does about it, and ends', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  await pushFiles(local, '1.0.0', {
    'slipway.json': JSON.stringify({
      program: 'server.js',
      ports: { game: { protocol: 'tcp', routing: { game_guard: {} } } },
    }),
    'server.js': `
      for (let n = 1; n <= 400; n += 1) console.log('tick ' + n);
      require('node:net').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
      console.error('ERROR: the keel broke');
      setTimeout(() => process.kill(process.pid, 'SIGSEGV'), 1_500);`,
  });
  const prod = `/cloud/games/${local.game_id}/namespaces/${local.prod.namespace_id}`;
  const { hosting } = await local.api('GET', `${prod}/hosting`);
  await local.api('PUT', `${prod}/hosting`, { ...hosting, server_count: 1, restart: 'back_off' });
  const { versions } = await local.read();
  const version = versions.find((each: { display_name: string }) => each.display_name === '1.0.0');
  await local.api('PUT', `${prod}/version`, { version_id: version.version_id });

  // Four lives within seconds: one message that counts, and one notice behind the bell.
  const toasts = page.locator('[data-slot~="toast"]').filter({ hasText: /crashed/ });
  await expect(toasts.first()).toContainText('Tidebreak 1.0.0 crashed on prod');
  // One row stands for all of them, and counts.
  const ended = page.getByRole('row', { name: /Crashed/ });
  await pressPair(page, 'g', 's');
  await expect(ended).toContainText('Crashed 4×', { timeout: 60_000 });
  await expect(ended).toHaveCount(1);
  await expect(toasts).toHaveCount(1);
  await page.getByRole('button', { name: 'Notifications' }).click();
  const notices = page
    .getByRole('menu')
    .getByRole('menuitem')
    .filter({ hasText: /crashed/ });
  await expect(notices).toHaveCount(1);
  await expect(notices).toContainText('Tidebreak 1.0.0 crashed 4 times on prod');
  await expect(notices).toContainText('Restarts have stopped.');
  await page.keyboard.press('Escape');
  await layersGone(page);
  // The row that opened by itself is the newest crash.
  await expect(ended).toHaveAttribute('aria-selected', 'true');
  const { servers } = await local.api('GET', `${local.place}/servers?include_destroyed=true`);
  const [newest] = servers.toSorted((a: Ended, b: Ended) => b.created_at - a.created_at);
  await expect(page).toHaveURL(new RegExp(`/servers/-/${newest.id}$`));
  await expect(page.getByText(/^Crashed 4 times in 1 min\. Restarts have stopped\.$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Crashes' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByText(/prod replaces it, with growing delays/)).toBeVisible();
  await expect(page.getByRole('log', { name: 'Log' }).getByText('the keel broke')).toBeInViewport();
  await takePictures(page, 'crash-loop');
});
