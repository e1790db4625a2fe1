// Follows the billing of a group, reads what it is, and puts it into a state to try tools against.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { BillingView, GroupView } from '../../../src-shared/groups/bridge.ts';
import type { GroupBilling } from '../../../src-shared/service/groups.ts';
import { client } from '../../bridge/client.ts';

/** A group of an instance. */
export type GroupPlace = { instance_id: string; group_id: string };

const idsOf = ({ instance_id, group_id }: GroupPlace) => ({ instance_id, group_id });

/** Tells of the billing until the answer is called. */
export function followBilling(place: GroupPlace, next: (view: BillingView) => void): () => void {
  return client.subscribe('groups.billing', idsOf(place), { next });
}

/** The name and games of a group. Throws a sentence. */
export function readGroup(place: GroupPlace): Promise<GroupView> {
  return client.call('groups.read', idsOf(place));
}

/** Answers what is wrong, if it stays as it was. */
export async function setBilling(place: GroupPlace, billing: GroupBilling): Promise<string | undefined> {
  try {
    await client.call('groups.setBilling', { ...idsOf(place), billing });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}
