// A line to a remote as far homes have it: so many bytes a second for all connections together, a round trip, and cuts. When what
// comes arrives is said by the network conditions of the product. It works on bytes, and keeps no more of them than a router does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createScheduler } from '../../embedded-server/runtime/relay/conditions/scheduler.ts';
import { createLink, type Link } from '../../embedded-server/runtime/relay/conditions/simulated-line.ts';
import { networkConditions } from '../../src-shared/servers/network-presets.ts';
import type { Random } from './seeded-random.ts';

/** What waits before the line where it is narrow. */
const QUEUE_MS = 100;

export type ShapedLine = {
  /** A near end of the line, whose far end is there. */
  to(port: () => number): Promise<string>;
  /** How many bytes went over it towards the far end. */
  sent(): number;
  cuts(): number;
  /** From now on. */
  cutNowAndThen(cuts: Cuts): void;
  /** The other side is gone: nothing that is under way arrives. */
  lose(): void;
  close(): Promise<void>;
};
/** So many requests in a hundred cut their connection, where each carries so many bytes. */
export type Cuts = { percent: number; requestBytes: number; random: Random };

type Way = { link: Link; latencyMs: number; passed(bytes: number, cut: () => void): void };
type Pair = { near: Socket; far: Socket; isCut: boolean };

export function openLine({ bytesPerSecond, roundTripMs }: { bytesPerSecond: number; roundTripMs: number }): ShapedLine {
  const conditions = networkConditions.parse({ latency_ms: roundTripMs, bandwidth_bits: bytesPerSecond * 8 });
  const pairs = new Set<Pair>();
  const closers: (() => Promise<void>)[] = [];
  let cuts: Cuts | undefined;
  let [sent, cutAt, cut] = [0, Infinity, 0];
  const latencyMs = roundTripMs / 2;
  const up: Way = {
    link: createLink(conditions, Math.random),
    latencyMs,
    passed: (bytes, cutNow) => {
      sent += bytes;
      if (sent < cutAt || cuts === undefined) return;
      cutAt = sent + nextCut(cuts);
      cut += 1;
      cutNow();
    },
  };
  const down: Way = { link: createLink(conditions, Math.random), latencyMs, passed: () => undefined };
  const end = (pair: Pair) => {
    pair.isCut = true;
    pair.near.destroy();
    pair.far.destroy();
    pairs.delete(pair);
  };
  const begin = (near: Socket, port: number) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const pair = { near, far, isCut: false };
    pairs.add(pair);
    const cutNow = () => end(pair);
    join(pair, near, far, up, cutNow);
    join(pair, far, near, down, cutNow);
  };
  return {
    to: async (port) => {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => begin(near, port()));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      closers.push(async () => {
        server.close();
        for (const pair of pairs) end(pair);
        await once(server, 'close');
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    sent: () => sent,
    cuts: () => cut,
    cutNowAndThen: (wanted) => {
      cuts = wanted;
      cutAt = sent + nextCut(cuts);
    },
    lose: () => {
      for (const pair of pairs) end(pair);
    },
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

/** After how many bytes the next one comes. */
function nextCut({ percent, requestBytes, random }: Cuts): number {
  return Math.round((-Math.log(1 - random(1_000_000) / 1_000_000) / (percent / 100)) * requestBytes);
}

/** One for all that passes, as it keeps the order of what is due. */
const scheduler = createScheduler();

/** One way of one connection. */
function join(pair: Pair, from: Socket, to: Socket, { link, latencyMs, passed }: Way, cut: () => void): void {
  const after = (at: number, act: () => void) => {
    scheduler.at(at, () => {
      if (!pair.isCut) act();
    });
  };
  from.on('data', (chunk: Buffer) => {
    const now = performance.now();
    for (let start = 0; start < chunk.length; start += link.pieceBytes) {
      const piece = chunk.subarray(start, start + link.pieceBytes);
      after(link.stream(now, piece.length), () => to.write(piece));
    }
    passed(chunk.length, cut);
    const waits = link.stream(now, 0) - latencyMs - now;
    if (waits <= QUEUE_MS) return;
    from.pause();
    after(now + waits - QUEUE_MS / 2, () => from.resume());
  });
  from.on('end', () => after(link.stream(performance.now(), 0), () => to.end()));
  // A reset comes as one, when it would.
  from.on('error', () => after(performance.now() + latencyMs, cut));
}
