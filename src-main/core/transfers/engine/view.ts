// A transfer as it is shown: what the journal has, and what only is so while it is worked on. Pure.
import path from 'node:path';
import { assertNever } from '../../../../src-shared/assert-never.ts';
import type { PartCounts, TransferIn, TransferResume, TransferView } from '../../../../src-shared/transfers/bridge.ts';
import type { PartKind } from '../../../../src-shared/transfers/part-map.ts';
import { isOver, type Part, type TransferRecord } from '../journal/transfer-record.ts';
import { againOf } from './part-map.ts';
import { progressOf } from './progress.ts';
import type { Run } from './transfer-run.ts';

/** What the journal knows of its place: how many are before it in the queue, and how often it was tried. */
export type Standing = { position: number; tries: number };

export function viewOf(
  record: TransferRecord,
  parts: readonly Part[],
  run?: Run,
  { position, tries }: Standing = { position: 0, tries: 0 },
): TransferView {
  const facts = { ...factsOf(record, parts, run), tries };
  switch (record.status) {
    case 'queued':
      return { ...facts, position, status: record.status };
    case 'running':
      return { ...facts, position, ...runningView(run, record.resumed) };
    case 'paused':
      return { ...facts, position, status: record.status, paused: record.paused };
    case 'failed':
    case 'not_confirmed': {
      const { status, problem, remedies } = record;
      return { ...facts, position, status, problem, remedies };
    }
    case 'cancelled':
      return { ...facts, status: record.status, ended_at: record.ended_at };
    case 'done': {
      const { status, ended_at, worked_ms, outcome } = record;
      return { ...facts, status, ended_at, worked_ms, outcome };
    }
    default:
      return assertNever(record);
  }
}

/** What is reported of it in every status. */
function factsOf(record: TransferRecord, parts: readonly Part[], run: Run | undefined) {
  const { verified, reused, sent, kept, live, counts } = progressOf(parts, run?.live ?? new Map());
  const again = isGoing(record, run) ? undefined : againOf(parts, record.keeps_torn === true);
  return {
    id: record.id,
    instance_id: record.target,
    game_id: record.game_id,
    namespace_id: record.namespace_id,
    name: record.name,
    source_name: record.source_name ?? path.basename(record.source),
    source_changed: record.source_changed,
    created_at: record.created_at,
    step: record.step,
    switches: record.switches,
    parts: countsOf(record, parts) ?? counts,
    bytes_sent: sent,
    bytes_kept: kept,
    bytes_live: live,
    ...(again === undefined || again.bytes === 0 ? {} : { again }),
    build_id: record.build_id,
    version_id: record.version_id,
    game_name: record.game_name,
    namespace_name: record.namespace_name,
    bytes_on_wire: run?.bytesOnWire() ?? record.bytes_on_wire,
    ...packedView(record, verified, reused),
  };
}

type OfStatus<S extends TransferView['status']> = Omit<TransferIn<S>, keyof TransferIn<'queued'>> & { status: S };

/** It waits when nothing of it goes out until its next try. */
function runningView(
  run: Run | undefined,
  resumed: TransferResume | undefined,
): OfStatus<'running'> | OfStatus<'waiting'> {
  const trouble = run?.trouble();
  if (run !== undefined && trouble !== undefined && !isSending(run)) return { status: 'waiting', trouble };
  return { status: 'running', bytes_per_second: run?.rate() ?? 0, packing: run?.packing(), trouble, resumed };
}

/** What has ended only keeps how many parts there were. */
function countsOf(record: TransferRecord, parts: readonly Part[]): PartCounts | undefined {
  if (!isOver(record) || parts.length > 0) return undefined;
  const counts = { pending: 0, sending: 0, sent: 0, verified: 0 };
  for (const [kind, count] of record.cells.kinds) counts[stateOfEnded(kind)] += count;
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
function packedView({ packed, status, bytes_reused: kept }: TransferRecord, verified: number, reused: number) {
  if (packed === undefined) return { bytes_verified: 0, bytes_reused: 0 };
  const { bytes, sha256 } = packed;
  const isDone = status === 'done';
  return {
    bytes_total: bytes,
    sha256,
    bytes_reused: isDone ? kept : reused,
    bytes_verified: isDone ? bytes - kept : verified,
  };
}
