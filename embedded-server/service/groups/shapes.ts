// Turns a group's record into what the interface answers.
import type { GroupSummary } from '../../../src-shared/service/groups.ts';
import type { GroupRecord } from './store.ts';

/** Every group of ours may own games. */
export function listedGroup({ group_id, display_name }: GroupRecord): GroupSummary {
  return { group_id, display_name, is_developer: true };
}
