// Recorded calls for tests, as the core would tell them.
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import { localId } from './some-instances.ts';

/** A read about the game g1 that went well. */
export function someCall(more: Partial<ActivityRow> = {}): ActivityRow {
  return {
    id: '1',
    at: 1_763_700_000_000,
    instance_id: localId,
    method: 'GET',
    path: '/cloud/games/g1',
    status: 200,
    ms: 12,
    bytes_sent: 0,
    bytes_received: 1_234,
    is_watch: false,
    repeats: 1,
    ...more,
  };
}
