// Follows one game over all connections of its instance. Between them the last data stays, marked with its age, and a change of
// version that was not made from here is marked as somebody else's.
import type { ValueSource } from '../../../src-shared/bridge/source.ts';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ChangedElsewhere, GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceFacts } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { createWake, runWatchLoop } from '../http/watch-loop.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';

export type FollowOptions = { instances: InstanceService; switches: SwitchLog; instance_id: string; game_id: string };

export function followGame(options: FollowOptions, source: ValueSource<GameView>): () => void {
  const { instances, instance_id, game_id } = options;
  const wake = createWake();
  let controller: AbortController | undefined;
  let followed: ServiceClient | undefined;
  let isLost = false;

  const goStale = (error?: AppError) => {
    isLost = true;
    source.set(staleView(source.snapshot(), error));
  };
  const follow = (client: ServiceClient) => {
    controller?.abort();
    controller = new AbortController();
    followed = client;
    void runWatchLoop({
      signal: controller.signal,
      wake,
      ask: (index, signal) =>
        client.getGame({ params: { game_id }, query: { watch_index: index } }, { signal, once: true }),
      onAnswer: ({ game }) => {
        isLost = false;
        source.set(freshView(source.snapshot(), game, options));
      },
      onFailure: (error) => {
        goStale(error);
        // The instance may be gone as a whole; its own connection finds out.
        if (error.code === 'INSTANCE_UNREACHABLE') instances.find(instance_id).wake();
      },
    });
  };
  const take = (view: InstanceFacts) => {
    if (view.id !== instance_id) return;
    if (view.state !== 'connected') {
      goStale();
      return;
    }
    const client = instances.find(instance_id).client();
    if (client !== followed) follow(client);
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

function staleView(last: GameView, error: AppError | undefined): GameView {
  return {
    ...last,
    stale_since: last.stale_since ?? last.fresh_at ?? Date.now(),
    ...(error === undefined ? {} : { problem: error.toBody() }),
  };
}

function freshView(last: GameView, game: GameFull, options: FollowOptions): GameView {
  const changes = changesElsewhere(last, game, options);
  return { game, fresh_at: Date.now(), ...(changes.length === 0 ? {} : { changed_elsewhere: changes }) };
}

/** The last change of each namespace by somebody else; one of ours after it makes it old news. */
function changesElsewhere(
  last: GameView,
  game: GameFull,
  { switches, instance_id }: FollowOptions,
): ChangedElsewhere[] {
  const known = new Map((last.changed_elsewhere ?? []).map((change) => [change.namespace_id, change]));
  const before = new Map(
    (last.game?.namespaces ?? []).map(({ namespace_id: id, version_id: version }) => [id, version]),
  );
  for (const { namespace_id, version_id } of game.namespaces) {
    const from = before.get(namespace_id);
    if (from === undefined || from === version_id) continue;
    const now = Date.now();
    if (switches.isOurs({ instance_id, namespace_id, version_id }, now)) known.delete(namespace_id);
    else known.set(namespace_id, { namespace_id, from_version_id: from, version_id, seen_at: now });
  }
  return [...known.values()];
}
