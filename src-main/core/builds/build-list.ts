// The builds of a namespace as live data, and how much of the unfinished ones is there. Both are read only while somebody looks.
import { isSameButFresh, type Source, valueSource, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import type { BuildProgress, NamespaceBuilds } from '../../../src-shared/builds/bridge.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { poll } from '../http/poll.ts';
import { runWatchLoop } from '../http/watch-loop.ts';
import { followInstance } from '../instances/follow-instance.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { refusalOf } from '../instances/refusal-of.ts';
import { keptStale } from '../instances/stale.ts';

export type NamespacePlace = { instance_id: string; game_id: string; namespace_id: string };

/** An upload tells all of its parts, which may be thousands, so it is not asked more often. */
const PROGRESS_EVERY_MS = 3_000;
/** Of so many unfinished builds, the newest, the progress is read. */
const PROGRESS_OF = 5;

const unread: NamespaceBuilds = { builds: null };

export function buildListSource(instances: InstanceService, place: NamespacePlace): Source {
  return whileSubscribed(valueSource(unread, { isSame: isSameButFresh }), (source) =>
    followInstance(instances, place.instance_id, {
      onAway: () => source.set(keptStale(source.snapshot())),
      begin: (client, signal, wake) => {
        const refusal = refusalOf(() => requireAbility(instances.find(place.instance_id), 'list_builds'));
        if (refusal !== undefined) {
          source.set({ builds: null, problem: refusal.toBody() });
          return;
        }
        void runWatchLoop({
          signal,
          wake,
          ask: (index) => list(client, place, signal, index),
          onAnswer: ({ builds }) => source.set({ builds, fresh_at: Date.now() }),
          onFailure: (error) => source.set(keptStale(source.snapshot(), error.toBody())),
        });
      },
    }),
  );
}

export function buildProgressSource(instances: InstanceService, place: NamespacePlace, everyMs = PROGRESS_EVERY_MS) {
  return whileSubscribed(valueSource<BuildProgress>([]), (source) =>
    followInstance(instances, place.instance_id, {
      onAway: () => source.set([]),
      begin: (client, signal) => {
        const instance = instances.find(place.instance_id);
        const isSupported = (['list_builds', 'resume_upload'] as const).every(
          (ability) => refusalOf(() => requireAbility(instance, ability)) === undefined,
        );
        if (!isSupported) return;
        void poll({
          signal,
          waitMs: () => everyMs,
          read: async () => {
            const progress = await readProgress(client, place, signal);
            if (!signal.aborted) source.set(progress);
            return true;
          },
          // What was there a moment ago may be gone now.
          onFailure: () => source.set([]),
        });
      },
    }),
  );
}

async function list(client: ServiceClient, place: NamespacePlace, signal: AbortSignal, index: string | undefined) {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  return await client.listBuilds({ params, query: { watch_index: index } }, { signal, once: true });
}

async function readProgress(client: ServiceClient, place: NamespacePlace, signal: AbortSignal): Promise<BuildProgress> {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  const options = { signal, once: true, poll: true };
  const { builds } = await client.listBuilds({ params }, options);
  const unfinished = builds.filter(({ state }) => state === 'uploading').slice(0, PROGRESS_OF);
  const read = unfinished.map(async ({ id, upload_id }) => {
    const { upload } = await client.getUpload({ params: { upload_id } }, options);
    const received = upload.parts.filter((part) => part.received);
    const bytes = received.reduce((sum, { content_length: length }) => sum + length, 0);
    return { build_id: id, received_bytes: bytes, parts: upload.parts.length, received_parts: received.length };
  });
  const settled = await Promise.allSettled(read);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (settled.length > 0 && failed?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) {
    const problem = asAppError(failed.reason);
    // A token that may not push does not read uploads.
    if (problem.code === 'API_FORBIDDEN') return [];
    throw problem;
  }
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
