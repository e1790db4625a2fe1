// Sleep, wake and another network, as Electron and the system tell of them, through the built app to a real remote: what is sent
// is paused before a sleep and goes on after it, and nobody waits for a next try that need not be waited for.
import type { StandInOrder } from './electron-stand-in/report.ts';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import { sendSlowHarbor } from './support/slow-harbor.ts';
import { connectRemote } from './support/steps.ts';

const order = (event: string, ...args: unknown[]): StandInOrder => ({ event, args });

test('a transfer is paused by a sleep, sends nothing while it lasts, and goes on by itself after it', async ({
  launch,
  home,
  remote,
  line,
}) => {
  const {
    app: { tell },
    row,
  } = await sendSlowHarbor({ launch, home, remote, line });

  tell(order('suspend'));
  await expect(row).toContainText('as this machine went to sleep');
  await expect(row).toContainText('Paused');
  // As asleep: no line is left, and whoever tried would be seen.
  line.heal();
  line.cutAll();
  const partsPut = () =>
    line.requests.flatMap(({ method, path: to }) =>
      method === 'PUT' ? (/^\/uploads\/[^/]+\/(\d)/.exec(to)?.[1] ?? []) : [],
    );
  const putsBefore = partsPut().length;

  tell(order('resume'));
  await expect(row).toContainText('Done');
  expect(partsPut().slice(putsBefore).toSorted()).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  const { game } = await remote.client.getGame({ params: { game_id: remote.game.game_id } });
  expect(game.versions.map((version) => version.display_name)).toContain('v2.0.0');
  await row.getByRole('button', { name: /^\d+ attempts$/ }).click();
  const log = row.getByRole('list', { name: 'Attempts' });
  await expect(log).toContainText('Paused, as this machine went to sleep');
  await expect(log.getByRole('listitem').last()).toContainText('Done');
});

test('a remote that would be asked again in a minute is asked at once when the machine wakes, or is in another network', async ({
  launch,
  remote,
  line,
}) => {
  const { page, tell } = await launch();
  await connectRemote(page, { url: line.url, token: remote.token });
  await expect(page.getByRole('link', { name: /Tidebreak/ })).toBeVisible();
  for (const expected of [order('resume'), order('network', '192.0.2.17')]) {
    await test.step(expected.event, async () => {
      // It asks to be left alone for longer than this test waits for anything.
      const body = JSON.stringify({ code: 'ERROR', message: 'It is being moved.' });
      line.fail({ match: /^\/cloud\/games/, fault: { kind: 'status', status: 503, retryAfter: '60', body } });
      line.cutAll();
      await expect(page.getByText(/Next try in [345]\d s/)).toBeVisible();
      line.heal();
      const requestsBefore = line.requests.length;
      tell(expected);
      await expect(page.getByText(/Next try in/)).not.toBeVisible({ timeout: 20_000 });
      expect(line.requests.length).toBeGreaterThan(requestsBefore);
    });
  }
});
