// Counts what passes one port. It is called for every packet, so it does next to nothing.
import { formatEndpoint } from '../../../src-shared/host-address.ts';
import type { RefusedWhy } from '../../../src-shared/service/server-inspection.ts';
import type { Counts, PortCounts } from './messages.ts';

export type PortCounter = {
  readonly counts: PortCounts;
  /** From a player at this address. Answers the time, in Unix milliseconds. */
  in(bytes: number, address: string, port: number): number;
  /** To a player. */
  out(bytes: number): void;
  opened(): void;
  closed(): void;
  refused(why: RefusedWhy, from: string | undefined): void;
  dropped(): void;
};

/** `onChange` is told about each change; `isUrgent` when players came or left. */
export function createPortCounter(name: string, onChange: (isUrgent: boolean) => void): PortCounter {
  const counts: PortCounts = { name, ...noCounts() };
  return {
    counts,
    in: (bytes, address, port) => {
      counts.bytesIn += bytes;
      counts.packetsIn += 1;
      const now = Date.now();
      counts.lastPacketAt = now;
      if (counts.firstPacketAt === undefined) {
        counts.firstPacketAt = now;
        counts.firstPacketFrom = formatEndpoint(address, port);
      }
      onChange(false);
      return now;
    },
    out: (bytes) => {
      counts.bytesOut += bytes;
      counts.packetsOut += 1;
      onChange(false);
    },
    opened: () => {
      counts.connections += 1;
      counts.connectionsTotal += 1;
      onChange(true);
    },
    closed: () => {
      counts.connections -= 1;
      onChange(true);
    },
    refused: (why, from) => {
      counts.refused += 1;
      counts.lastRefused = { why, from, at: Date.now() };
      onChange(false);
    },
    dropped: () => {
      counts.dropped += 1;
      onChange(false);
    },
  };
}

export function sumCounts(ports: readonly PortCounts[]): Counts {
  const sum = noCounts();
  for (const port of ports) {
    sum.connections += port.connections;
    sum.connectionsTotal += port.connectionsTotal;
    sum.refused += port.refused;
    sum.bytesIn += port.bytesIn;
    sum.bytesOut += port.bytesOut;
    sum.packetsIn += port.packetsIn;
    sum.packetsOut += port.packetsOut;
    sum.dropped += port.dropped;
    if (port.firstPacketAt === least(sum.firstPacketAt, port.firstPacketAt)) {
      sum.firstPacketAt = port.firstPacketAt;
      sum.firstPacketFrom = port.firstPacketFrom;
    }
    sum.lastPacketAt = most(sum.lastPacketAt, port.lastPacketAt);
    if (most(sum.lastRefused?.at, port.lastRefused?.at) === port.lastRefused?.at) sum.lastRefused = port.lastRefused;
  }
  return sum;
}

/** A port for TCP and UDP both has a counter for each. */
export function sumByName(ports: readonly PortCounts[]): PortCounts[] {
  return [...Map.groupBy(ports, ({ name }) => name)].map(([name, all]) => ({ name, ...sumCounts(all) }));
}

function noCounts(): Counts {
  return {
    connections: 0,
    connectionsTotal: 0,
    refused: 0,
    bytesIn: 0,
    bytesOut: 0,
    packetsIn: 0,
    packetsOut: 0,
    dropped: 0,
    firstPacketAt: undefined,
    firstPacketFrom: undefined,
    lastPacketAt: undefined,
    lastRefused: undefined,
  };
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

function most(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}
