// A transfer as it is shown: what the journal has, and what only is so while it is worked on. Pure.
import path from 'node:path';
import type { PartCounts, TransferView } from '../../../../src-shared/transfers/bridge.ts';
import type { PartKind } from '../../../../src-shared/transfers/part-cells.ts';
import type { Part, TransferRecord } from '../journal/model.ts';
import { progressOf } from './progress.ts';
import type { Run } from './transfer-run.ts';

export function viewOf(record: TransferRecord, parts: readonly Part[], run?: Run): TransferView {
  const { verified, reused, sent, live, counts } = progressOf(parts, run?.live ?? new Map());
  const isWaiting = record.status === 'running' && run?.trouble() !== undefined && counts.sending === 0;
  return {
    id: record.id,
    instance_id: record.target,
    game_id: record.game_id,
    namespace_id: record.namespace_id,
    name: record.name,
    source_name: record.source_name ?? path.basename(record.source),
    created_at: record.created_at,
    step: record.step,
    switches: record.switches,
    parts: countsOf(record, parts) ?? counts,
    status: isWaiting ? 'waiting' : record.status,
    bytes_sent: sent,
    bytes_live: live,
    ended_at: record.ended_at,
    build_id: record.build_id,
    version_id: record.version_id,
    outcome: record.outcome,
    game_name: record.game_name,
    namespace_name: record.namespace_name,
    worked_ms: record.worked_ms,
    paused: record.paused,
    resumed: record.resumed,
    problem: record.problem,
    remedies: record.remedies,
    source_changed: record.source_changed,
    bytes_on_wire: record.bytes_on_wire,
    ...packedView(record, verified, reused),
    ...(run === undefined ? {} : liveView(run)),
  };
}

/** What has ended only keeps how many parts there were. */
function countsOf({ cells }: TransferRecord, parts: readonly Part[]): PartCounts | undefined {
  if (cells === undefined || parts.length > 0) return undefined;
  const counts = { pending: 0, sending: 0, sent: 0, verified: 0 };
  for (const [kind, count] of cells.kinds) counts[stateOfEnded(kind)] += count;
  return counts;
}

function stateOfEnded(kind: PartKind): 'verified' | 'sent' | 'pending' {
  if (kind === 'verified' || kind === 'reused') return 'verified';
  return kind === 'stored' ? 'sent' : 'pending';
}

/** Whether parts go out now, or would if they were not waiting for the line. */
export function isGoing(record: TransferRecord, run: Run | undefined): boolean {
  return record.status === 'running' && run !== undefined && (run.trouble() === undefined || isSending(run));
}

function isSending(run: Run): boolean {
  return run.parts().some(({ state }) => state === 'sending');
}

/** Of a transfer that is done the parts are no longer kept. */
function packedView({ packed, status, bytes_reused: kept = 0 }: TransferRecord, verified: number, reused: number) {
  if (packed === undefined) return { bytes_verified: 0 };
  const { bytes, sha256 } = packed;
  const isDone = status === 'done';
  return {
    bytes_total: bytes,
    sha256,
    bytes_reused: isDone ? kept : reused,
    bytes_verified: isDone ? bytes - kept : verified,
  };
}

function liveView(run: Run): Partial<TransferView> {
  const packing = run.packing();
  return {
    trouble: run.trouble(),
    bytes_on_wire: run.bytesOnWire(),
    bytes_per_second: run.rate(),
    ...(packing === undefined ? {} : { packed_bytes: packing.bytes, content_bytes: packing.total }),
  };
}
