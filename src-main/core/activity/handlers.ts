// Answers the window's calls and topic about the activity, and repeats a call of it.
import type {
  ActivityDetail,
  activityCalls,
  activityTopics,
  ReplayAnswer,
} from '../../../src-shared/activity/bridge.ts';
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { MASK } from '../../../src-shared/secrets.ts';
import type { ServiceTransport } from '../../../src-shared/service/client.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';
import type { Activity } from './activity.ts';
import { readChanges } from './changes.ts';
import { toCurl, toHar } from './har.ts';
import type { Masker } from './mask.ts';
import { toRow } from './store.ts';

type Contract = { calls: typeof activityCalls; topics: typeof activityTopics };

const PAGE = 100;
const MOST_IN_HAR = 10_000;

export function activityHandlers(
  activity: Activity,
  instances: Pick<InstanceService, 'find'>,
  switches: Pick<SwitchLog, 'isOurs'>,
): CallHandlers<Contract> {
  const find = (id: string) => {
    const call = activity.store().get(id);
    if (call === undefined) throw new AppError('BRIDGE_BAD_INPUT', 'activity.call-gone');
    return call;
  };
  return {
    'activity.page': async ({ before, limit = PAGE, ...filter }) => {
      const found = activity.store().page(filter, before, limit + 1);
      return { rows: found.slice(0, limit).map(toRow), has_more: found.length > limit };
    },
    'activity.get': async ({ id }) => find(id),
    'activity.curl': async ({ id }) => ({ text: toCurl(find(id)) }),
    'activity.har': async (filter) => ({
      text: toHar(activity.store().page(filter, undefined, MOST_IN_HAR).toReversed()),
    }),
    'activity.replay': ({ id, instance_id: instance }, { signal }) =>
      replay(find(id), () => instances.find(instance).transport(), activity.masker, signal),
    'activity.changes': (place, { signal }) => readChanges({ activity, instances, switches, signal }, place),
    'activity.clear': async () => {
      activity.clear();
    },
  };
}

export function activitySources(activity: Activity): TopicSources<Contract> {
  return { activity: () => activity.source };
}

/** Repeats a call: only one that reads, and none with a masked secret in its address. */
async function replay(
  { method, path }: ActivityDetail,
  transportOf: () => ServiceTransport,
  masker: Masker,
  signal: AbortSignal,
): Promise<ReplayAnswer> {
  if (method !== 'GET') {
    throw new AppError('REQUEST_REFUSED', 'activity.changes-things', { method });
  }
  if (path.includes(MASK)) {
    throw new AppError('REQUEST_REFUSED', 'activity.address-had-secret');
  }
  const at = Date.now();
  const startedAt = performance.now();
  const took = () => ({ at, ms: Math.round(performance.now() - startedAt) });
  try {
    const request = { method, path: withoutWait(path), body: undefined, watch: false, once: true, signal } as const;
    const { status, body } = await transportOf()(request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { ...took(), status, ...(text === undefined ? {} : { answer_body: masker.body(text) }) };
  } catch (thrown) {
    signal.throwIfAborted();
    return { ...took(), error: masker.text(asAppError(thrown).message) };
  }
}

/** A watch is asked for what is now, not for the next change. */
function withoutWait(path: string): string {
  const [before = '', query] = path.split('?');
  const kept = new URLSearchParams(query);
  kept.delete('watch_index');
  return kept.size === 0 ? before : `${before}?${kept.toString()}`;
}
