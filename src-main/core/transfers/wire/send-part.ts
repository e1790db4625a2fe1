// Sends one part of a file with a PUT. Large buffers take turns: one is read into while others go out. Nothing hangs:
// a line that is silent for too long is cut.
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Network } from '../../http/network.ts';
import type { Bandwidth, BandwidthTurn } from './bandwidth.ts';
import type { BufferRing, PartBuffers } from './part-buffers.ts';
import type { PartAnswer } from './part-outcome.ts';

/** How long a line may usually be silent. */
export const STALL_MS = 30_000;

export type SendOrder = {
  url: string;
  headers: Readonly<Record<string, string>>;
  agents: Pick<Network['agents'], 'http' | 'https'>;
  file: FileHandle;
  offset: number;
  length: number;
  signal: AbortSignal;
  /** A line without a byte for so long is cut. */
  stallMs: number;
  /** Whether it may write now; one that may not still says a little now and then, so that nobody takes it for gone. */
  mayWrite?(): boolean;
  /** Asked when all is written and nothing is heard: whether the other side has more of it than before. Then the line is not cut. */
  isMoving?: (() => Promise<boolean>) | undefined;
  onBytes(bytes: number): void;
  /** The system has all bytes of it. */
  onWritten?(): void;
};

export type PartSender = (order: SendOrder) => Promise<PartAnswer>;

/** Of an answer no more is kept. */
const ANSWER_CHARACTERS = 8_192;
const FIRST_PIECE = 65_536;
/** A piece that goes out faster than this may be larger the next time. */
const QUICK_MS = 20;
/** Who has to give way looks again so often, and sends so little after so long. */
const LOOK_AGAIN_MS = 100;
const SIGN_OF_LIFE_MS = 5_000;
const SIGN_OF_LIFE = 16_384;

export function createPartSender(bandwidth: Bandwidth, buffers: PartBuffers): PartSender {
  let lines = 0;
  return async (order) => {
    order.signal.throwIfAborted();
    const ring = buffers.take();
    const line = openLine(order);
    lines += 1;
    // Who began before comes first.
    const turn = bandwidth.turnOf(lines);
    try {
      const writing = writeBody(order, line, turn, ring);
      writing.catch(line.lose);
      const answer = await line.answered;
      await writing.catch(() => undefined); // the answer counts
      // Given back only here: a line that was cut may still hold them.
      buffers.give(ring);
      return answer;
    } finally {
      line.close();
    }
  };
}

type Line = {
  readonly request: ClientRequest;
  readonly answered: Promise<PartAnswer>;
  /** Whether the other side answered, or the line is lost: no more is to be written. */
  isOver(): boolean;
  /** Ends it, unless the head of an answer is here: that counts, however the connection ends. */
  lose(thrown: unknown): void;
  /** All was written: who stores and checks it may take longer than a line may be silent. */
  wait(): void;
  /** While it waits for its turn the line is silent for a good reason. */
  rest(isResting: boolean): void;
  close(): void;
};

function openLine({ url, headers, agents, length, signal, stallMs, isMoving }: SendOrder): Line {
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  const request = (secure ? https : http).request(address, {
    method: 'PUT',
    agent: secure ? agents.https : agents.http,
    headers: { 'user-agent': 'slipway', ...headers, 'content-length': length },
  });
  const outcome = Promise.withResolvers<PartAnswer>();
  outcome.promise.catch(() => undefined); // it is awaited later, unless sending fails first
  let isOver = false;
  let response: IncomingMessage | undefined;
  const fail = (thrown: unknown) => {
    isOver = true;
    outcome.reject(thrown);
    request.destroy();
  };
  const silence = watchNotListening(request, { stallMs, isMoving }, () => fail(stalled(address, stallMs)));
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const lose = (thrown: unknown) => {
    if (response === undefined) fail(thrown);
  };
  request.on('error', lose);
  request.on('close', () =>
    lose(new AppError('INSTANCE_UNREACHABLE', 'transfer.connection-ended', { host: address.host })),
  );
  request.on('response', (answer) => {
    response = answer;
    isOver = true;
    readAnswer(answer).then(outcome.resolve, fail);
  });
  return {
    request,
    answered: outcome.promise,
    isOver: () => isOver,
    lose,
    wait: silence.wait,
    rest: silence.rest,
    close: () => {
      signal.removeEventListener('abort', abort);
      silence.stop();
      // A connection on which not all was sent is of no use to anybody.
      if (!request.writableFinished || response?.complete !== true) request.destroy();
    },
  };
}

/** The system's own idle timer of the socket, which also sees bytes trickle out of a large write. */
function watchNotListening(
  request: ClientRequest,
  { stallMs, isMoving }: Pick<SendOrder, 'stallMs' | 'isMoving'>,
  onSilent: () => void,
) {
  let socket: Socket | undefined;
  let isResting = false;
  let isWritten = false;
  let isStopped = false;
  const wait = () => {
    isWritten = true;
    socket?.setTimeout(2 * stallMs);
  };
  const ask = async () => {
    const isAlive = await isMoving?.().catch(() => false); // who does not answer that either is gone
    if (isStopped) return;
    if (isAlive === true) wait();
    else onSilent();
  };
  const silent = () => {
    if (isResting) return;
    if (isWritten) void ask();
    else onSilent();
  };
  const noSocket = setTimeout(silent, stallMs);
  request.on('socket', (given) => {
    clearTimeout(noSocket);
    socket = given;
    given.setTimeout(stallMs);
    given.on('timeout', silent);
  });
  return {
    rest: (resting: boolean) => {
      isResting = resting;
    },
    wait,
    stop: () => {
      isStopped = true;
      clearTimeout(noSocket);
      socket?.off('timeout', silent);
      socket?.setTimeout(0);
    },
  };
}

function stalled({ host }: URL, stallMs: number): AppError {
  const seconds = Math.max(1, Math.round(stallMs / 1000));
  return new AppError('TRANSFER_STALLED', 'transfer.nothing-moved', { host, seconds });
}

async function writeBody(order: SendOrder, line: Line, turn: BandwidthTurn, ring: BufferRing): Promise<void> {
  const { file, offset, length, signal, onBytes } = order;
  /** The write that each buffer is still needed for. */
  const writes: Promise<void>[] = [];
  let piece = FIRST_PIECE;
  for (let at = 0, next = 0; at < length && !line.isOver(); next = (next + 1) % ring.length) {
    await writes[next];
    const buffer = ring[next] ?? Buffer.alloc(0);
    line.rest(true);
    const most = await allowed(order, line);
    const requested = Math.min(turn.piece(piece), buffer.length, length - at, most);
    await turn.take(requested, signal);
    line.rest(false);
    const { bytesRead } = await file.read(buffer, 0, requested, offset + at);
    if (bytesRead === 0) throw new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.file-shorter');
    if (line.isOver()) break;
    const startedAt = performance.now();
    const written = write(line, buffer.subarray(0, bytesRead), () => {
      onBytes(bytesRead);
      if (performance.now() - startedAt < QUICK_MS) piece = Math.min(buffer.length, piece * 2);
    });
    written.catch(() => undefined); // it is awaited before its buffer is used again
    writes[next] = written;
    at += bytesRead;
  }
  await Promise.all(writes);
  if (line.isOver()) return;
  order.onWritten?.();
  line.wait();
  line.request.end();
}

/** Resolves when it may write, with how much at most. */
async function allowed(order: SendOrder, line: Line): Promise<number> {
  const { signal } = order;
  const since = performance.now();
  while (order.mayWrite?.() === false && !line.isOver()) {
    if (performance.now() - since > SIGN_OF_LIFE_MS) return SIGN_OF_LIFE;
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
  return Infinity;
}

/** Resolves when the system has taken the bytes, or when there is nothing to wait for any more. */
async function write({ request, answered }: Line, bytes: Buffer, onTaken: () => void): Promise<void> {
  const taken = new Promise<void>((resolve, reject) => {
    request.write(bytes, (error) => {
      if (error) {
        reject(error);
      } else {
        onTaken();
        resolve();
      }
    });
  });
  await Promise.race([taken, answered]);
}

/** The head is the answer. What follows only explains it, so a body that is cut off costs nothing. */
async function readAnswer(response: IncomingMessage): Promise<PartAnswer> {
  let body = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    if (body.length < ANSWER_CHARACTERS) body += chunk;
  });
  response.on('error', () => undefined);
  if (!response.closed) await once(response, 'close').catch(() => undefined);
  return { status: response.statusCode ?? 0, headers: response.headers, body: body.slice(0, ANSWER_CHARACTERS) };
}
