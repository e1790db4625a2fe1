// Transfers and part maps for tests, as the core would tell them.
import { type TransferView, transferView } from '../../../src-shared/transfers/bridge.ts';
import type { PartKind, PartMap } from '../../../src-shared/transfers/part-map.ts';
import { localId } from './some-instances.ts';

export const MIB = 1_048_576;
const PART = 16 * MIB;

type PartOf<T> = T extends unknown ? Partial<T> : never;

/** A transfer that sends its parts; `there` of `count` are verified. */
export function someTransfer(more: PartOf<TransferView> = {}, there = 50, count = 80): TransferView {
  return transferView.parse({
    id: 't1',
    instance_id: localId,
    game_id: 'g1',
    namespace_id: 'n1',
    name: 'v0.5.0-rc2',
    game_name: 'Tidebreak',
    namespace_name: 'staging',
    source_name: 'tidebreak',
    created_at: 1,
    position: 0,
    step: 'parts',
    status: 'running',
    switches: false,
    bytes_total: count * PART,
    bytes_verified: there * PART,
    bytes_sent: 0,
    bytes_live: 0,
    bytes_on_wire: there * PART,
    bytes_reused: 0,
    bytes_per_second: 24_600_000,
    worked_ms: 54_000,
    tries: 1,
    source_changed: false,
    parts: { pending: count - there, sending: 0, sent: 0, verified: there },
    ...more,
  });
}

/** A map of parts that are each 16 MiB: kinds with how many of each. */
export function someMap(kinds: [PartKind, number][], more: Partial<PartMap> = {}): PartMap {
  const count = kinds.reduce((sum, [, many]) => sum + many, 0);
  return { kinds, lengths: [[PART, count]], levels: {}, why: {}, ...more };
}
