// One way of one player's line under given conditions: decides what becomes of each packet, and when. Knows no socket and no
// clock. Times are milliseconds of any one clock.
import type { NetworkConditions } from '../../../../src-shared/servers/network-presets.ts';
import type { Random } from './random.ts';

export type Link = {
  /** When each copy of a datagram arrives: none when it is lost, two when it is duplicated. */
  datagram(now: number, bytes: number): readonly number[];
  /** When a piece of a stream arrives, never before the one before it. */
  stream(now: number, bytes: number): number;
  /** How much of a stream is sent at once: little on a narrow line, so that it flows evenly. */
  readonly pieceBytes: number;
};

/** The longest queue in front of a line that is too narrow, as in a router; packets beyond it are lost. */
const LONGEST_BACKLOG_MS = 400;
/** How long a datagram is held back to let later ones overtake it. */
const HELD_BACK_MS = 30;
/** TCP waits at least this long before it sends again what was not acknowledged, as Linux does. */
const LEAST_RESEND_MS = 200;
/** What one packet of a stream carries: a chunk of many packets is lost as soon as one of them is. */
const PACKET_BYTES = 1_448;
const LARGEST_PIECE = 16_384;
const PIECE_MS = 10;

export function createLink(conditions: NetworkConditions, random: Random): Link {
  const { latency_ms: latency, jitter_ms: jitter, bandwidth_bits: bandwidth } = conditions;
  const bucket = bandwidth === undefined ? undefined : createTokenBucket(bandwidth);
  let lastArrival = Number.NEGATIVE_INFINITY;
  const happens = (percent: number) => percent > 0 && random() * 100 < percent;
  const passesAt = (now: number, bytes: number) => bucket?.passesAt(now, bytes) ?? now;
  const underway = () => (latency + (jitter > 0 ? random() * jitter : 0)) / 2;
  /** Jitter alone changes no order, as on a real line, where a packet waits behind the one before it. */
  const inOrder = (arrival: number) => {
    lastArrival = Math.max(lastArrival, arrival);
    return lastArrival;
  };
  return {
    datagram: (now, bytes) => {
      if (happens(conditions.loss_percent)) return [];
      if (bucket !== undefined && bucket.backlogMs(now) > LONGEST_BACKLOG_MS) return [];
      const arrival = passesAt(now, bytes) + underway();
      const at = happens(conditions.reorder_percent) ? arrival + HELD_BACK_MS : inOrder(arrival);
      return happens(conditions.duplicate_percent) ? [at, at] : [at];
    },
    stream: (now, bytes) => {
      const packets = Math.ceil(bytes / PACKET_BYTES);
      const loss = 100 * (1 - (1 - conditions.loss_percent / 100) ** packets);
      const resend = happens(loss) ? Math.max(LEAST_RESEND_MS, latency + 4 * jitter) : 0;
      return inOrder(passesAt(now, bytes) + underway() + resend);
    },
    pieceBytes: bandwidth === undefined ? LARGEST_PIECE : pieceOf(bandwidth),
  };
}

function pieceOf(bandwidth: number): number {
  return Math.min(LARGEST_PIECE, Math.max(PACKET_BYTES, Math.round((bandwidth / 8_000) * PIECE_MS)));
}

type TokenBucket = {
  /** How long what was let in already still takes to pass. */
  backlogMs(now: number): number;
  /** Lets the bytes in; answers when they have passed. */
  passesAt(now: number, bytes: number): number;
};

/** A line that was idle lets this much pass at once. */
const BURST_MS = 20;
const LEAST_BURST_BYTES = 1_500;

/** Says when bytes have passed a line of a given width. Times are milliseconds of any one clock. */
export function createTokenBucket(bitsPerSecond: number): TokenBucket {
  const bytesPerMs = bitsPerSecond / 8_000;
  const depth = Math.max(bytesPerMs * BURST_MS, LEAST_BURST_BYTES);
  let tokens = depth;
  let filledAt = Number.NEGATIVE_INFINITY;
  const fill = (now: number) => {
    if (now > filledAt) tokens = Math.min(depth, tokens + (now - filledAt) * bytesPerMs);
    filledAt = Math.max(filledAt, now);
  };
  const debtMs = () => Math.max(0, -tokens / bytesPerMs);
  return {
    backlogMs: (now) => {
      fill(now);
      return debtMs();
    },
    passesAt: (now, bytes) => {
      fill(now);
      tokens -= bytes;
      return now + debtMs();
    },
  };
}
