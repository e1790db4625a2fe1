// A lane whose namespace runs fewer servers than it is to keep, or none.
import { expect, test } from 'vitest';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { dayLane, dayOne, dayVersion, setDayOne } from '../../support/day-one.ts';
import { lane, picture } from '../../support/lanes.ts';
import { openWindow } from '../../support/open-window.tsx';
import { boardHash } from '../../support/some-board.ts';
import { someServer } from '../../support/some-servers.ts';

test('a namespace with fewer servers than it is to keep says so, and that no more are started', async () => {
  const keeps = (core: ReturnType<typeof openWindow>, server_count: number) => {
    const game = core.game(dayOne.game_id);
    const { game: shown } = game.snapshot();
    if (shown === null) throw new Error('expected a game');
    const namespaces = shown.namespaces.map((one) => ({ ...one, server_count }));
    game.set({ game: { ...shown, namespaces } });
  };
  const core = openWindow((fake) => {
    setDayOne(fake);
    keeps(fake, 3);
    const { list } = fake.servers.of(dayLane('staging'));
    const environment = list.snapshot()[0]?.environment ?? '';
    const next = { id: 'de000000-0000-4000-8000-00000000000f', environment, kept: true, version: dayVersion('0.1.4') };
    const started_at = Date.now() - 600_000;
    list.set(someServer({ ...next, state: 'running', created_at: started_at, started_at }));
  }, boardHash);
  const staging = lane('staging');
  const foot = staging.getByRole('status');
  await expect.element(foot.getByText('Only 1 of 3 servers runs')).toBeVisible();
  await expect.element(foot.getByText(/^Crashed 4 times in 1 min\. Restarts have stopped\./)).toBeVisible();
  await expect.element(foot.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(staging.getByText('1 of 3', { exact: true })).toBeVisible();
  await expect.element(staging.getByRole('heading', { name: /^Only 1 of 3 servers runs: / })).toBeVisible();
  await picture('short-light');
  keeps(core, 1);
  await expect.element(staging.getByRole('heading', { name: /^Running/ })).toBeVisible();
  await expect.element(foot.getByText(/servers runs/)).not.toBeInTheDocument();
});

test('a namespace whose servers crash says why, where more is known than the code that they ended with', async () => {
  openWindow((fake) => {
    setDayOne(fake);
    const { list } = fake.servers.of(dayLane('staging'));
    const owner = 'the server 830eb482 in "staging"';
    const before = messageFor('server.do-wait-for-holder', { port: 6379, owner, place: '{port}' });
    const hint = messageFor('server.given-up', { before, endings: 4 });
    list.set(...list.snapshot().map((one) => (one.hint === undefined ? one : { ...one, hint })));
  }, boardHash);
  const foot = lane('staging').getByRole('alert');
  await expect.element(foot.getByText('Crashed 4 times in 1 min')).toBeVisible();
  await expect
    .element(
      foot.getByText(/^Restarts have stopped\. Port 6379 is taken by the server 830eb482 in "staging", which is/),
    )
    .toBeVisible();
});
