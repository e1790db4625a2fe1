// Answers the window's calls and topics about developer groups.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { isSameButFresh, type Source, valueSource, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import type { BillingView, GroupView, groupCalls, groupTopics } from '../../../src-shared/groups/bridge.ts';
import { runWatchLoop } from '../http/watch-loop.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { followInstance } from '../instances/follow-instance.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { keptStale } from '../instances/stale.ts';

type Contract = { calls: typeof groupCalls; topics: typeof groupTopics };
type GroupPlace = { instance_id: string; group_id: string };

export function groupHandlers(instances: InstanceService): CallHandlers<Contract> {
  return {
    'groups.read': (place, { signal }) => readGroup(instances, place, signal),
    'groups.setBilling': async ({ instance_id: id, group_id, billing }) => {
      requireWritable(instances, id);
      requireAbility(instances.find(id), 'test_billing');
      await instances.find(id).client().setBillingTestState({ params: { group_id }, body: billing });
    },
  };
}

export function groupSources(instances: InstanceService): TopicSources<Contract> {
  return { 'groups.billing': (place) => billingSource(instances, place) };
}

/** Both the groups and the games are answered by one call, where an instance has it. */
async function readGroup(instances: InstanceService, place: GroupPlace, signal: AbortSignal): Promise<GroupView> {
  const instance = instances.find(place.instance_id);
  if (instance.view().why_not?.list_games !== undefined) return { display_name: null, games: null };
  const { games, groups } = await instance.client().listGames({}, { signal });
  const own = games.filter(({ developer }) => developer.group_id === place.group_id);
  const group = groups.find(({ group_id: id }) => id === place.group_id);
  return {
    display_name: group?.display_name ?? own[0]?.developer.display_name ?? null,
    games: own.map(({ game_id, name_id, display_name }) => ({ game_id, name_id, display_name })),
  };
}

function billingSource(instances: InstanceService, place: GroupPlace): Source {
  const params = { group_id: place.group_id };
  return whileSubscribed(valueSource<BillingView>({ billing: null }, { isSame: isSameButFresh }), (source) =>
    followInstance(instances, place.instance_id, {
      onAway: () => source.set(keptStale(source.snapshot())),
      begin: (client, signal, wake) =>
        void runWatchLoop({
          signal,
          wake,
          ask: (index) => client.getGroupBilling({ params, query: { watch_index: index } }, { signal, once: true }),
          onAnswer: ({ group }) => source.set({ billing: group, fresh_at: Date.now() }),
          onFailure: (error) => source.set(keptStale(source.snapshot(), error.toBody())),
        }),
    }),
  );
}
