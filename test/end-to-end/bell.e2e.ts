// What stands behind the bell outlives the app: crashes of one version of a namespace are one notice, which leads to the crash.
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pushFiles } from './support/steps.ts';

test('a version that crashed twice is one notice that counts, also after a restart, and opens the crash', {
  tag: '@soak-each-shell',
}, async ({ launch, home }) => {
  const first = await launch();
  await createGame(first.page);
  const local = await openLocalGame(home);
  const files = (program: string) => ({
    'slipway.json': JSON.stringify({
      program: 'server.js',
      ports: { game: { protocol: 'tcp', routing: { game_guard: {} } } },
    }),
    'server.js': program,
  });
  const listen = `require('node:net').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);`;
  const crash = `${listen} console.error('ERROR: the keel broke'); setTimeout(() => process.kill(process.pid, 'SIGSEGV'), 1_000);`;
  await pushFiles(local, '1.0.0', files(listen));
  await pushFiles(local, '1.0.1', files(crash));
  const prod = `/cloud/games/${local.game_id}/namespaces/${local.prod.namespace_id}`;
  const { hosting } = await local.api('GET', `${prod}/hosting`);
  await local.api('PUT', `${prod}/hosting`, { ...hosting, server_count: 1, restart: 'back_off' });
  const { versions } = await local.read();
  const idOf = (name: string) =>
    versions.find((each: { display_name: string }) => each.display_name === name).version_id as string;
  await local.api('PUT', `${prod}/version`, { version_id: idOf('1.0.0') });
  const servers = async () => (await local.api('GET', `${local.place}/servers?include_destroyed=true`)).servers;
  const running = async () => (await servers()).some(({ state }: { state: string }) => state === 'running');
  await expect.poll(running).toBe(true);
  await local.api('PUT', `${prod}/version`, { version_id: idOf('1.0.1') });

  const crashed = /Tidebreak 1\.0\.1 crashed \d+ times on prod/;
  const bell = (page: typeof first.page) => page.getByRole('button', { name: /^Notifications/ });
  const notices = (page: typeof first.page) => page.getByRole('menuitem').filter({ hasText: /crashed/ });
  await expect(first.page.getByRole('alert').filter({ hasText: crashed })).toHaveCount(1);
  await expect(bell(first.page)).toHaveAccessibleName('Notifications, 1 new');
  await bell(first.page).click();
  await expect(notices(first.page)).toHaveCount(1);
  await expect(notices(first.page)).toContainText(crashed);
  await expect(first.page.getByRole('menuitem', { name: 'Roll back prod to 1.0.0' })).toBeVisible();
  await takePictures(first.page, 'notices');
  await local.api('PUT', `${prod}/hosting`, { ...hosting, server_count: 0 });
  await first.stop();

  const { page } = await launch();
  await bell(page).click();
  await expect(notices(page)).toHaveCount(1);
  await notices(page).click();
  await expect(page).toHaveURL(/\/servers\//);
  await expect(page.getByText(/^Crashed /).first()).toBeVisible();
  await expect(page.getByRole('log', { name: 'Log' }).getByText('the keel broke').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
