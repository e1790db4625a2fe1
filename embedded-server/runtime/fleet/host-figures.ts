// What servers use and what comes through their ports, as hosts tell it. Checked by hand: this is nearly all that thousands of hosts say,
// and a schema makes 7 kB of garbage of each message.
import { overLimit, refusedWhy } from '../../../src-shared/service/server-inspection.ts';
import type { UsageNow } from '../hosting-thread/messages.ts';
import type { ServerCounts } from '../relay/messages.ts';

export type ReportedUsage = Omit<UsageNow, 'server_id'> & { at: number };
export type ReportedCounts = Omit<ServerCounts, 'server_id'>;

const MOST_POINTS = 100;
const MOST_PORTS = 32;
const LONGEST_NAME = 64;

const limits: readonly string[] = overLimit.options;
const reasons: readonly string[] = refusedWhy.options;

export function areUsagePoints(value: unknown): value is ReportedUsage[] {
  return Array.isArray(value) && value.length <= MOST_POINTS && value.every(isUsagePoint);
}

export function areServerCounts(value: unknown): value is ReportedCounts {
  if (!areCounts(value)) return false;
  const { players, young, silent, ports } = value;
  if (!isCount(players) || !isCount(young) || !isCount(silent)) return false;
  return Array.isArray(ports) && ports.length <= MOST_PORTS && ports.every(areNamedCounts);
}

function isUsagePoint(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { at, cpu, memory, processes, over } = value;
  if (!isFigure(at) || !isFigure(cpu) || !isFigure(memory)) return false;
  return isCount(processes) && Array.isArray(over) && over.length <= limits.length && over.every(isLimit);
}

function areNamedCounts(value: unknown): boolean {
  return areCounts(value) && isText(value['name']);
}

function areCounts(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const { firstPacketAt, firstPacketFrom, lastPacketAt, lastRefused } = value;
  return (
    areSums(value) &&
    isNoneOr(firstPacketAt, isFigure) &&
    isNoneOr(firstPacketFrom, isText) &&
    isNoneOr(lastPacketAt, isFigure) &&
    isNoneOr(lastRefused, isRefusal)
  );
}

function areSums(value: Record<string, unknown>): boolean {
  const { connections, connectionsTotal, refused, bytesIn, bytesOut, packetsIn, packetsOut, dropped } = value;
  const areCounted = isCount(connections) && isCount(connectionsTotal) && isCount(refused) && isFigure(dropped);
  return areCounted && isFigure(bytesIn) && isFigure(bytesOut) && isFigure(packetsIn) && isFigure(packetsOut);
}

function isRefusal(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { why, from, at } = value;
  return typeof why === 'string' && reasons.includes(why) && isNoneOr(from, isText) && isFigure(at);
}

function isLimit(value: unknown): boolean {
  return typeof value === 'string' && limits.includes(value);
}

function isNoneOr(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || check(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && isFigure(value);
}

function isFigure(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LONGEST_NAME;
}
