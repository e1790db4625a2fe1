// Who changed what a followed game runs: somebody here, somebody elsewhere, or the service itself.
import { expect, it, onTestFinished, vi } from 'vitest';
import { followGame } from '../../../../src-main/core/games/follow-game.ts';
import type { InstanceService } from '../../../../src-main/core/instances/instance-service.ts';
import { createSwitchLog } from '../../../../src-main/core/namespaces/switch-log.ts';
import { valueSource } from '../../../../src-shared/bridge/source.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { GameView } from '../../../../src-shared/games/bridge.ts';
import type { ChangedBy } from '../../../../src-shared/service/namespaces.ts';
import { until } from '../../../support/until.ts';

/** A game of one namespace, whose version is changed by hand; `by` is who its history names for that. */
function follow(first: string) {
  let by: ChangedBy | undefined;
  let index = 0;
  let version_id = first;
  let changed = Promise.withResolvers<void>();
  const client = {
    getGame: async ({ query }: { query: { watch_index?: string } }) => {
      if (query.watch_index === String(index)) await changed.promise;
      return { game: { namespaces: [{ namespace_id: 'prod', version_id }] }, watch: { index: String(index) } };
    },
    listVersionHistory: async () => {
      if (by === undefined) throw new Error('It has no history');
      return { versions: [{ version_id, by }] };
    },
  };
  const instance = { view: () => ({ id: 'eu', state: 'connected' }), client: () => client, wake: () => undefined };
  const instances = { find: () => instance, listen: () => () => undefined } as unknown as InstanceService;
  const switches = createSwitchLog();
  const source = valueSource<GameView>({ game: null });
  const stop = followGame({ instances, switches, instance_id: 'eu', game_id: 'game' }, source);
  onTestFinished(() => {
    stop();
    changed.resolve();
  });
  const runs = (version: string) => until(() => source.snapshot().game?.namespaces[0]?.version_id === version);
  return {
    runs,
    begin: (version: string) => switches.begin({ instance_id: 'eu', namespace_id: 'prod', version_id: version }),
    change: async (version: string, maker?: ChangedBy) => {
      by = maker;
      version_id = version;
      index += 1;
      changed.resolve();
      changed = Promise.withResolvers<void>();
      await runs(version);
      return source.snapshot().changed_elsewhere;
    },
  };
}

it('says of a way back that the service took itself that it was not made from here', async () => {
  const { runs, begin, change } = follow('0.1');
  await runs('0.1');
  begin('0.2');
  expect(await change('0.2', { kind: 'owner' })).toBeUndefined();
  begin('0.3');
  expect(await change('0.3', { kind: 'owner' })).toBeUndefined();
  // 0.3 does not start: the service goes back to 0.2, which was switched to from here a moment ago.
  expect(await change('0.2', { kind: 'slipway' })).toEqual([
    { namespace_id: 'prod', from_version_id: '0.3', version_id: '0.2', seen_at: expect.any(Number), by_service: true },
  ]);
});

it('goes on in peace when its instance is removed while an answer is on its way', async () => {
  const asked = Promise.withResolvers<never>();
  const wake = vi.fn(() => undefined);
  const instance = {
    view: () => ({ id: 'eu', state: 'connected' }),
    client: () => ({ getGame: () => asked.promise }),
    wake,
  };
  let isThere = true;
  const find = () => {
    if (!isThere) throw new AppError('INSTANCE_NOT_FOUND');
    return instance;
  };
  const instances = { find, listen: () => () => undefined } as unknown as InstanceService;
  const source = valueSource<GameView>({ game: null });
  const stop = followGame({ instances, switches: createSwitchLog(), instance_id: 'eu', game_id: 'game' }, source);
  onTestFinished(stop);
  isThere = false;
  asked.reject(new AppError('INSTANCE_UNREACHABLE'));
  await until(() => source.snapshot().problem !== undefined, 'the failure to show');
  expect(wake).toHaveBeenCalledTimes(1);
});

it('judges by the switches from here alone where the history cannot be read', async () => {
  const { runs, begin, change } = follow('0.1');
  await runs('0.1');
  begin('0.2');
  expect(await change('0.2')).toBeUndefined();
  expect(await change('0.4')).toMatchObject([{ version_id: '0.4' }]);
});
