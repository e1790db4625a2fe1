// Follows one game over all connections of its instance. Between them the last data stays, marked with its age, and a change of
// version that was not made from here is marked as somebody else's.
import type { ValueSource } from '../../../src-shared/bridge/source.ts';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ChangedElsewhere, GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceFacts } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { ChangedBy } from '../../../src-shared/service/namespaces.ts';
import { createWake, runWatchLoop } from '../http/watch-loop.ts';
import type { Instance } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { keptStale } from '../instances/stale.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';

export type FollowOptions = { instances: InstanceService; switches: SwitchLog; instance_id: string; game_id: string };

export function followGame(options: FollowOptions, source: ValueSource<GameView>): () => void {
  const { instances, instance_id } = options;
  const wake = createWake();
  let controller: AbortController | undefined;
  let followed: ServiceClient | undefined;
  let isLost = false;

  const goStale = (error?: AppError) => {
    isLost = true;
    source.set(keptStale(source.snapshot(), error?.toBody()));
  };
  const follow = (instance: Instance, client: ServiceClient) => {
    controller?.abort();
    controller = new AbortController();
    followed = client;
    void runWatchLoop({
      signal: controller.signal,
      wake,
      ask: (index, signal) => askGame(client, options, () => source.snapshot().game, index, signal),
      onAnswer: ({ game, makers }) => {
        isLost = false;
        source.set(freshView(source.snapshot(), game, makers, options));
      },
      onFailure: (error) => {
        goStale(error);
        // The instance may be gone as a whole; its own connection finds out. It may also have been removed meanwhile.
        if (error.code === 'INSTANCE_UNREACHABLE') instance.wake();
      },
    });
  };
  const take = (view: InstanceFacts) => {
    if (view.id !== instance_id) return;
    if (view.state !== 'connected') {
      goStale();
      return;
    }
    const instance = instances.find(instance_id);
    const client = instance.client();
    if (client !== followed) follow(instance, client);
    else if (isLost) wake.now();
  };
  const stopListening = instances.listen(take);
  const now = instances.find(instance_id).view();
  if (now.state === 'connected') take(now);
  return () => {
    stopListening();
    controller?.abort();
  };
}

/** Who changed the version of a namespace last, where the instance tells it. */
type Makers = ReadonlyMap<string, ChangedBy>;

/** The game, and who changed what runs there now otherwise: the service may have gone back to what was switched to from here a moment ago. */
async function askGame(
  client: ServiceClient,
  { game_id }: FollowOptions,
  lastGame: () => GameFull | null,
  index: string | undefined,
  signal: AbortSignal,
) {
  const answer = await client.getGame({ params: { game_id }, query: { watch_index: index } }, { signal, once: true });
  const makers = new Map<string, ChangedBy>();
  for (const { namespace_id } of changedIn(lastGame(), answer.game)) {
    const params = { game_id, namespace_id };
    const history = await client
      .listVersionHistory({ params, query: { limit: 1 } }, { signal, once: true })
      .catch(unread);
    const by = history?.versions[0]?.by;
    if (by !== undefined) makers.set(namespace_id, by);
  }
  return { ...answer, makers };
}

/** Who changed it is then judged by the switches from here alone. */
function unread(): undefined {
  return undefined;
}

/** The namespaces that run another version than before, with the one that they ran. */
function changedIn(last: GameFull | null, { namespaces }: GameFull) {
  const before = new Map((last?.namespaces ?? []).map(({ namespace_id: id, version_id }) => [id, version_id]));
  return namespaces.flatMap(({ namespace_id, version_id }) => {
    const from = before.get(namespace_id);
    return from === undefined || from === version_id ? [] : [{ namespace_id, version_id, from_version_id: from }];
  });
}

function freshView(last: GameView, game: GameFull, makers: Makers, options: FollowOptions): GameView {
  const changes = changesElsewhere(last, game, makers, options);
  return { game, fresh_at: Date.now(), ...(changes.length === 0 ? {} : { changed_elsewhere: changes }) };
}

/** The last change of each namespace by somebody else; one of ours after it makes it old news. */
function changesElsewhere(
  last: GameView,
  game: GameFull,
  makers: Makers,
  { switches, instance_id }: FollowOptions,
): ChangedElsewhere[] {
  const known = new Map((last.changed_elsewhere ?? []).map((change) => [change.namespace_id, change]));
  const now = Date.now();
  for (const change of changedIn(last.game, game)) {
    const { namespace_id, version_id } = change;
    const maker = makers.get(namespace_id);
    if (switches.isOurs({ instance_id, namespace_id, version_id }, now, maker)) known.delete(namespace_id);
    else known.set(namespace_id, { ...change, seen_at: now, ...(maker?.kind === 'slipway' && { by_service: true }) });
  }
  return [...known.values()];
}
