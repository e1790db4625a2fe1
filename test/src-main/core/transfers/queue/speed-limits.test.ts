// What transfers may send: the limit that a person set, and a lower one while people play on servers of this machine.
import { expect, it } from 'vitest';
import { limitsOf } from '../../../../../src-main/core/transfers/queue/speed-limits.ts';
import type { TransferLimitsView } from '../../../../../src-shared/transfers/bridge.ts';
import { openPlayer } from '../../../../samples/support.ts';
import { startTestCore } from '../../../../support/core.ts';
import { until } from '../../../../support/until.ts';

it.each([
  ['no limit', {}, 3, { bytes_per_second: null }],
  ['a limit that players do not change', { upload_limit: 9 }, 3, { bytes_per_second: 9 }],
  ['nobody who plays', { upload_limit: 9, slow_while_playing: 5 }, 0, { bytes_per_second: 9 }],
  [
    'somebody who plays',
    { upload_limit: 9, slow_while_playing: 5 },
    1,
    { bytes_per_second: 9, slowed: { bytes_per_second: 5, players: 1 } },
  ],
  [
    'players where there is no other limit',
    { slow_while_playing: 5 },
    2,
    { bytes_per_second: null, slowed: { bytes_per_second: 5, players: 2 } },
  ],
  [
    'a limit that is lower than the one for players',
    { upload_limit: 4, slow_while_playing: 5 },
    2,
    { bytes_per_second: 4 },
  ],
  ['one that was turned off', { upload_limit: 0, slow_while_playing: 0 }, 2, { bytes_per_second: null }],
])('with %s', (_what, settings, players, limits) => {
  expect(limitsOf(settings, players)).toEqual(limits);
});

/** The sample brings players of its own, which come when its server is up. */
const BOTS = 2;

it('is lower as long as somebody is connected to a server of this machine', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  await client.call('settings.set', { slow_while_playing: 5_000_000 });
  let limits: TransferLimitsView | undefined;
  client.subscribe('transfers.limits', {}, { next: (next) => (limits = next) });
  await until(() => limits !== undefined && limits.slowed === undefined, 'nobody plays');
  const { url, server_id, ...place } = await client.call('games.runSample', {});
  await until(() => limits?.slowed?.players === BOTS, 'its own players play');
  const { hostname, port } = new URL(url);
  const player = await openPlayer(`ws://${hostname}:${port}`);
  player.send({ t: 'join', name: 'Ada' });
  await until(() => limits?.slowed?.players === BOTS + 1, 'somebody plays with them');
  expect(limits).toEqual({ bytes_per_second: null, slowed: { bytes_per_second: 5_000_000, players: BOTS + 1 } });
  player.socket.close();
  await until(() => limits?.slowed?.players === BOTS, 'somebody went');
  const target = { instance_id: 'local', ...place };
  const hosting = { server_count: 0, on_version_switch: 'drain', drain_limit: 60, restart: 'never' } as const;
  await client.call('namespaces.setHosting', { ...target, hosting });
  await client.call('servers.stop', { ...target, server_id, grace_ms: 0 });
  await until(() => limits?.slowed === undefined, 'nobody plays any more');
});
