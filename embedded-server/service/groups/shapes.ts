// Turns a group's record into what the interface answers.
import type { GroupSummary } from '../../../src-shared/service/groups.ts';
import type { GroupRecord } from './store.ts';

/** Who owns all there is, in the place of the people that the original service knew. It is the same in every data folder. */
export const OWNER_IDENTITY = '6f776e65-7200-4000-8000-000000000001';

/** The address of a group, which the original had as a page of its hub. */
export function groupLinks(group_id: string, publicUrl: string) {
  return { profile: `${publicUrl}/group/groups/${group_id}` };
}

/** Every group of ours may own games. There are no people here, so what it says of them is the same of every group. */
export function listedGroup({ group_id, display_name }: GroupRecord, publicUrl: string): GroupSummary {
  return {
    group_id,
    display_name,
    is_developer: true,
    external: groupLinks(group_id, publicUrl),
    bio: '',
    is_current_identity_member: true,
    publicity: 'closed',
    member_count: 1,
    owner_identity_id: OWNER_IDENTITY,
  };
}
