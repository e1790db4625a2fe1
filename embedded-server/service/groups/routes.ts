// Answers the calls about developer groups and their billing.
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { validationErrors } from '../../platform/validation/problems.ts';
import { billingKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { answerWatched } from '../../platform/watch/watched.ts';
import type { GroupService } from './service.ts';
import { listedGroup } from './shapes.ts';

type Parts = { groups: GroupService; hub: WatchHub; publicUrl: () => string };
type Served = 'listGroups' | 'validateGroup' | 'createGroup' | 'getGroupBilling' | 'setBillingTestState';

export function groupHandlers({ groups, hub, publicUrl }: Parts): SomeHandlers<Served> {
  return {
    listGroups: () => ({ groups: groups.list().map((group) => listedGroup(group, publicUrl())) }),
    validateGroup: ({ body }) => validationErrors(groups.validate(body.display_name)),
    createGroup: ({ body }) => ({ group_id: groups.create(body.display_name) }),
    getGroupBilling: ({ params, query }, { signal }) =>
      answerWatched({
        hub,
        key: billingKey(params.group_id),
        index: query.watch_index,
        signal,
        share: 'getGroupBilling',
        read: () => {
          const { revision, state } = groups.billing(params.group_id);
          return { revision, data: { group: state } };
        },
      }),
    setBillingTestState: ({ params, body }) => {
      groups.setBilling(params.group_id, body);
      return {};
    },
  };
}
