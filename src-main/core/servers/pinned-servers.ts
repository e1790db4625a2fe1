// Servers that were added by their id, for instances that do not list theirs. A single server cannot be watched, so each is
// read again and again while somebody looks, and says how fresh it is.
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameButFresh, type ListSource, listSource, type Source } from '../../../src-shared/bridge/source.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { PinnedServer, ServerPlace } from '../../../src-shared/servers/bridge.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { keptStale } from '../instances/stale.ts';

const READ_EVERY_MS = 5_000;

export type PinnedServers = ReturnType<typeof createPinnedServers>;

export function createPinnedServers(instances: InstanceService, readEvery = READ_EVERY_MS) {
  const sources = new Map<string, ListSource<PinnedServer>>();
  const sourceOf = (instance_id: string) => {
    const source = sources.get(instance_id) ?? listSource<PinnedServer>({ isSame: isSameButFresh });
    sources.set(instance_id, source);
    return source;
  };
  const settle = (instance_id: string) => {
    const source = sourceOf(instance_id);
    const seen = new Map(source.snapshot().map((row) => [row.id, row]));
    source.replace(instances.marks(instance_id).pinned_servers.map((place) => seen.get(idOf(place)) ?? unread(place)));
    return source;
  };
  return {
    set: (instance_id: string, place: ServerPlace, isPinned: boolean) => {
      instances.mark(instance_id, ({ pinned_servers: known }) => {
        const others = known.filter((one) => idOf(one) !== idOf(place));
        return { pinned_servers: isPinned ? [...others, place] : others };
      });
      settle(instance_id);
      if (isPinned) void read(instances, instance_id, sourceOf(instance_id), place);
    },
    /** Read only while somebody listens. */
    source: (instance_id: string): Source => ({
      snapshot: () => settle(instance_id).snapshot(),
      listen: (listener) => {
        const source = settle(instance_id);
        const controller = new AbortController();
        const stop = source.listen(listener);
        void readOnAndOn(instances, { instance_id, source, readEvery, signal: controller.signal });
        return () => {
          controller.abort();
          stop();
        };
      },
    }),
  };
}

type Reading = { instance_id: string; source: ListSource<PinnedServer>; readEvery: number; signal: AbortSignal };

async function readOnAndOn(
  instances: InstanceService,
  { instance_id, source, readEvery, signal }: Reading,
): Promise<void> {
  while (!signal.aborted) {
    for (const row of source.snapshot()) {
      if (signal.aborted) return;
      await read(instances, instance_id, source, row, signal);
    }
    await sleep(readEvery, undefined, { signal }).catch(() => undefined);
  }
}

async function read(
  instances: InstanceService,
  instance_id: string,
  source: ListSource<PinnedServer>,
  place: ServerPlace,
  signal?: AbortSignal,
): Promise<void> {
  const id = idOf(place);
  const { game_id, environment_id, server_id } = place;
  const params = { game_id, environment_id, server_id };
  try {
    const { server } = await instances.find(instance_id).client().getServer({ params }, { signal, once: true });
    if (isStillPinned(source, id)) source.set({ ...params, id, server, fresh_at: Date.now() });
  } catch (thrown) {
    const known = source.snapshot().find((row) => row.id === id);
    if (known === undefined || signal?.aborted === true) return;
    source.set(keptStale(known, asAppError(thrown).toBody()));
  }
}

function isStillPinned(source: ListSource<PinnedServer>, id: string): boolean {
  return source.snapshot().some((row) => row.id === id);
}

function idOf({ game_id, environment_id, server_id }: ServerPlace): string {
  return `${game_id}/${environment_id}/${server_id}`;
}

function unread(place: ServerPlace): PinnedServer {
  return { ...place, id: idOf(place), server: null };
}
