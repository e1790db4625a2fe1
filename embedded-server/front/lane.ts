// One connection at the front: reads a head, has it answered, and goes on with the next; or hands all of it to node:http.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { IncomingPart } from '../uploads/incoming-part.ts';
import type { BufferPool } from './buffer-pool.ts';
import { type Handle, openSocket, takeHandle } from './handles.ts';
import { PartBody } from './part-body.ts';
import { type PlainHead, readPlainHead } from './plain-head.ts';
import { type FrontAnswer, writeAnswer } from './write-answer.ts';

export type FrontRequest = { head: PlainHead; part: IncomingPart };
export type FrontRoute = {
  takes(head: PlainHead): boolean;
  /** What it throws before it begins with the part is left to node:http to say. */
  run(request: FrontRequest): Promise<FrontAnswer>;
};

export type Answered = { rayId: string; method: string; target: string; status: number; ms: number };
export type LaneWorld = {
  routes: readonly FrontRoute[];
  /** Where the next bytes of whichever connection are read to. */
  reading: { into: Buffer };
  /** Room for heads; whoever reads into it copies what it keeps. */
  shared: Buffer;
  pool: BufferPool;
  /** Throws for what may not come in. */
  admit(head: PlainHead, socket: Socket): void;
  explain(thrown: unknown, rayId: string): FrontAnswer;
  onAnswered(answered: Answered): void;
  toHttp(socket: Socket): void;
};

/** A sender that is silent for this long is gone. */
const STALL_MS = 60_000;
/** How long a refused sender may go on before its connection is cut; cut at once, it would miss the answer. */
const DRAIN_MS = 2_000;
const NOTHING = Buffer.alloc(0);

type UnderWay = { head: PlainHead; bytes: Buffer; body: PartBody; rayId: string; startedAt: number };

/** A class, as there may be many thousands of them. */
export class Lane {
  /** `silent` waits for a head, `busy` for an answer; in `body` bytes come, and in `drain` they come to nothing. */
  #state: 'silent' | 'busy' | 'body' | 'drain' = 'silent';
  #since = performance.now();
  #isFirst = true;
  #hasEnded = false;
  #request: UnderWay | undefined;
  /** What came behind the request that is under way. */
  #rest: Buffer = NOTHING;
  readonly #socket: Socket;
  readonly #world: LaneWorld;
  readonly #onGone: () => void;

  constructor(handle: Handle, world: LaneWorld, onGone: () => void) {
    const { reading, shared } = world;
    this.#world = world;
    this.#onGone = onGone;
    reading.into = shared;
    this.#socket = openSocket(handle, {
      buffer: () => reading.into,
      callback: (bytes, buffer) => this.#read(bytes, buffer),
    });
    this.#socket.on('error', () => {}); // what follows is 'close'
    this.#socket.on('end', () => this.#end());
    this.#socket.on('close', this.#close);
    this.#socket.resume();
  }

  /** For how long it has waited for a head, and whether it is the first. */
  silence(now: number): { ms: number; isFirst: boolean } | undefined {
    return this.#state === 'silent' ? { ms: now - this.#since, isFirst: this.#isFirst } : undefined;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Lets what is written get out first. */
  destroySoon(): void {
    this.#socket.destroySoon();
  }

  /** Answers whether more may come. */
  #read(bytes: number, buffer: ArrayBufferView): boolean {
    const { reading, shared } = this.#world;
    const isShared = buffer.buffer === shared.buffer;
    reading.into = shared;
    switch (this.#state) {
      case 'silent':
        return this.#begin(Buffer.from(shared.subarray(0, bytes)));
      case 'body':
        return this.#fill(bytes, isShared ? Buffer.from(shared.subarray(0, bytes)) : undefined);
      case 'busy':
        this.#rest = Buffer.concat([this.#rest, shared.subarray(0, bytes)]);
        return false;
      case 'drain':
        return true;
    }
  }

  #begin(bytes: Buffer): boolean {
    const { routes, admit, pool } = this.#world;
    const head = readPlainHead(bytes);
    const route = head === undefined ? undefined : routes.find((one) => one.takes(head));
    if (head === undefined || route === undefined) return this.#handOver(bytes);
    try {
      admit(head, this.#socket);
    } catch {
      return this.#handOver(bytes); // it refuses the same, and says so
    }
    const first = bytes.subarray(head.length);
    const resume = () => this.#resume();
    const body = new PartBody({ headers: head.headers, length: head.bodyLength, first, pool, resume });
    this.#state = 'busy';
    this.#rest = first.subarray(head.bodyLength);
    this.#request = { head, bytes, body, rayId: randomUUID(), startedAt: performance.now() };
    route.run({ head, part: body }).then(
      (answer) => this.#answer(answer),
      (thrown: unknown) => this.#refuse(thrown),
    );
    return false;
  }

  #resume(): void {
    if (this.#request === undefined || this.#socket.destroyed) return;
    if (this.#state === 'busy') {
      this.#state = 'body';
      this.#socket.setTimeout(STALL_MS, this.#stall);
      if (this.#request.head.headers['expect'] !== undefined) this.#socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    this.#socket.resume();
  }

  #fill(count: number, copied: Buffer | undefined): boolean {
    const body = this.#request?.body;
    if (body === undefined) return false;
    if (copied === undefined) body.filled(count);
    else this.#rest = copied.subarray(body.take(copied));
    if (body.isWhole) {
      this.#state = 'busy';
      this.#socket.setTimeout(0, this.#stall);
      return false;
    }
    const room = body.room();
    if (room !== undefined) this.#world.reading.into = room;
    return room !== undefined;
  }

  #answer(answer: FrontAnswer): void {
    const { request } = this.#told(answer.status);
    if (request === undefined) return;
    const isLast = request.head.isLast || this.#hasEnded;
    const text = writeAnswer(answer, request.rayId, isLast);
    if (isLast) this.#hangUp(text);
    else this.#goOn(text);
  }

  #refuse(thrown: unknown): void {
    const request = this.#request;
    if (request === undefined) return;
    if (!request.body.isBegun) {
      this.#handOver(request.bytes);
      return;
    }
    const answer = this.#world.explain(thrown, request.rayId);
    if (request.body.isWhole) {
      this.#answer(answer);
      return;
    }
    this.#told(answer.status);
    if (!this.#socket.destroyed) this.#hangUp(writeAnswer(answer, request.rayId, true));
  }

  /** Ends what is under way, and says so to the log. */
  #told(status: number): { request: UnderWay | undefined } {
    const request = this.#request;
    this.#request = undefined;
    if (request === undefined) return { request };
    const { rayId, startedAt, head } = request;
    const ms = performance.now() - startedAt;
    this.#world.onAnswered({ rayId, ms, status, method: head.method, target: head.target });
    return { request: this.#socket.destroyed ? undefined : request };
  }

  #goOn(text: string): void {
    this.#socket.write(text);
    this.#state = 'silent';
    this.#since = performance.now();
    this.#isFirst = false;
    const rest = this.#rest;
    this.#rest = NOTHING;
    if (rest.length === 0 || this.#begin(rest)) this.#socket.resume();
  }

  /** Reads on without keeping anything, so that the other side gets to see the answer. */
  #hangUp(text: string): void {
    const cut = setTimeout(() => this.#socket.destroy(), DRAIN_MS);
    this.#socket.once('close', () => clearTimeout(cut));
    this.#state = 'drain';
    this.#socket.setTimeout(0, this.#stall);
    this.#socket.end(text);
    this.#socket.resume();
  }

  /** Nothing more comes from the other side; it may still want its answer. */
  #end(): void {
    this.#hasEnded = true;
    if (this.#state !== 'busy') this.#socket.destroySoon();
  }

  readonly #stall = () => void this.#socket.destroy();

  readonly #close = () => {
    this.#request?.body.cut();
    this.#onGone();
  };

  /** After whatever runs now, as that may be the reading of this very socket. */
  #handOver(bytes: Buffer): boolean {
    this.#state = 'drain';
    this.#request = undefined;
    queueMicrotask(() => {
      if (this.#socket.destroyed) return;
      this.#socket.off('close', this.#close);
      const handle = takeHandle(this.#socket);
      this.#socket.destroy();
      if (handle === undefined) throw new Error('A connection lost its handle');
      const socket = openSocket(handle);
      socket.once('close', this.#onGone);
      socket.unshift(bytes);
      this.#world.toHttp(socket);
    });
    return false;
  }
}
