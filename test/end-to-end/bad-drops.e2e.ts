// What cannot be a build, dropped by its real path. In the stand-in, `drops` drops one of each kind, and this all of them in a soak.
import { expect, test } from './support/app-test.ts';
import { bad, expectBadDrops } from './support/bad-drops.ts';

test.use({ actionTimeout: 30_000 });

test('each thing that is no build is told apart, with what to do, and the next one is taken', {
  tag: '@soak-each-shell',
}, async ({ launch, home }) => {
  test.slow(); // a dozen drops one after the other
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expectBadDrops(page, home, bad);
});
