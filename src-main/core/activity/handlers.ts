// Answers the window's calls and topic about the activity.
import type { activityCalls, activityTopics } from '../../../src-shared/activity/bridge.ts';
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { Activity } from './activity.ts';
import { toCurl, toHar } from './har.ts';
import { replay } from './replay.ts';
import { toRow } from './store.ts';

type Contract = { calls: typeof activityCalls; topics: typeof activityTopics };

const PAGE = 100;
const MOST_IN_HAR = 10_000;

export function activityHandlers(activity: Activity, instances: Pick<InstanceService, 'find'>): CallHandlers<Contract> {
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
    'activity.clear': async () => {
      activity.clear();
    },
  };
}

export function activitySources(activity: Activity): TopicSources<Contract> {
  return { activity: () => activity.source };
}
