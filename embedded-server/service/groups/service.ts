// Developer groups: who owns games. A new data folder has one, so that a first game needs nothing set up.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type GroupBilling, groupBilling } from '../../../src-shared/service/groups.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import { billingKey, gamesKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { GroupStore } from './store.ts';

const FIRST_GROUP_NAME = 'My games';

export type GroupParts = { store: GroupStore; database: Database; revision: Revision; hub: WatchHub };
export type GroupService = ReturnType<typeof createGroupService>;

export function createGroupService({ store, database, revision, hub }: GroupParts) {
  const create = (display_name: string): string => {
    const group_id = randomUUID();
    const group = { group_id, display_name, create_ts: Date.now() };
    database.change(() => store.insert({ ...group, revision: revision.next() }));
    return group_id;
  };
  if (store.list().length === 0) create(FIRST_GROUP_NAME);
  return {
    list: () => store.list(),
    /** Display names by group. */
    names: () => new Map(store.list().map(({ group_id, display_name }) => [group_id, display_name])),
    has: (group_id: string) => store.has(group_id),
    /** Moves when the list of groups changes. */
    revision: () => store.newestRevision(),
    /** In the words of the original, which differ from those for other names. */
    validate: (display_name: string): string[][] =>
      displayNameProblems(display_name).map(([, reason]) => [reason === 'invalid' ? 'display-name-invalid' : reason]),
    create: (display_name: string): string => {
      refuseProblems('invalid.group-name', displayNameProblems(display_name));
      const group_id = create(display_name);
      hub.wake(gamesKey);
      return group_id;
    },
    billing: (group_id: string): { revision: number; state: GroupBilling } => {
      const found = store.billing(group_id);
      if (found === undefined) throw new AppError('GROUP_NOT_FOUND');
      return { revision: found.billing_revision, state: groupBilling.parse(JSON.parse(found.billing)) };
    },
    /** Replaces the whole state, so that people can see how their tools behave. */
    setBilling: (group_id: string, state: GroupBilling): void => {
      if (!store.has(group_id)) throw new AppError('GROUP_NOT_FOUND');
      database.change(() =>
        store.setBilling(group_id, { billing: JSON.stringify(state), billing_revision: revision.next() }),
      );
      hub.wake(billingKey(group_id));
    },
  };
}
