// One connection at the front: reads a head, has it answered, and goes on with the next; or hands all of it to node:http.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ConnectionHandle, openSocket, takeHandle } from '../sockets/connection-handle.ts';
import type { GoneSignal } from '../watch/waiters.ts';
import type { IncomingPart } from './incoming-part.ts';
import { type LeastPace, Pace } from './pace.ts';
import { PartBody, type PartBodyOptions } from './part-body.ts';
import { bytesOf, bytesOfHead, type PlainHead, readPlainHead, type UnderWay } from './plain-head.ts';
import { type FrontAnswer, writeAnswer } from './write-answer.ts';

export type FrontRequest = { takePart: () => IncomingPart; gone: GoneSignal };
/** What it throws before it begins with the part is left to node:http to say. */
export type FrontCall = (request: FrontRequest) => Promise<FrontAnswer>;
/** Undefined: not for it. */
export type FrontRoute = { find(head: PlainHead): FrontCall | undefined };

export type Answered = { ray_id: string; method: string; target: string; status: number; ms: number };
export type ConnectionDependencies = {
  routes: readonly FrontRoute[];
  /** Where the next bytes of whichever connection are read to. */
  reading: { into: Buffer };
  /** Room for heads; whoever reads into it copies what it keeps. */
  shared: Buffer;
  /** What all bodies share. */
  bodies: Pick<PartBodyOptions, 'pool' | 'passing' | 'writes' | 'crowd'>;
  leastPace: LeastPace;
  /** Throws for what may not come in. */
  admit(head: PlainHead, socket: Socket): void;
  explain(thrown: unknown, request: { ray_id: string; head: Pick<PlainHead, 'text'> }): FrontAnswer;
  onAnswered(answered: Answered): void;
  toHttp(socket: Socket): void;
};

/** How long a refused sender may go on before its connection is cut; cut at once, it would miss the answer. */
const DRAIN_MS = 2_000;
const NOTHING = Buffer.alloc(0);

/** A class, as there may be many thousands of them. */
export class FrontConnection implements GoneSignal {
  /** `silent` waits for a head, `busy` for an answer; in `body` bytes come, and in `drain` they come to nothing. */
  #state: 'silent' | 'busy' | 'body' | 'drain' = 'silent';
  #since = performance.now();
  #isFirst = true;
  #hasEnded = false;
  #request: UnderWay | undefined;
  /** Who is to hear that the caller went away while it waited. */
  #onLeft: (() => void) | undefined;
  /** What came behind the request that is under way. */
  #rest: Buffer = NOTHING;
  readonly #socket: Socket;
  readonly #dependencies: ConnectionDependencies;
  readonly #onGone: () => void;

  constructor(handle: ConnectionHandle, dependencies: ConnectionDependencies, onGone: () => void) {
    const { reading, shared } = dependencies;
    this.#dependencies = dependencies;
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

  get aborted(): boolean {
    return this.#hasEnded || this.#socket.destroyed;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#onLeft = listener;
  }

  removeEventListener(): void {
    this.#onLeft = undefined;
  }

  /** For how long it has waited for a head, and whether it is the first. */
  silence(now: number): { ms: number; isFirst: boolean } | undefined {
    return this.#state === 'silent' ? { ms: now - this.#since, isFirst: this.#isFirst } : undefined;
  }

  /** Cuts off a sender that is as good as gone; asked now and then. */
  lookAtPace(now: number): void {
    const { body, pace } = this.#request ?? {};
    if (body === undefined || pace === undefined) return;
    if (this.#state !== 'body' || body.room() === undefined) pace.forget();
    else if (pace.isTooSlow(body.received, now)) this.#socket.destroy();
    else body.shrink();
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
    const { reading, shared } = this.#dependencies;
    reading.into = shared;
    switch (this.#state) {
      case 'silent':
        return this.#begin(shared, bytes);
      case 'body':
        return this.#fill(buffer, bytes);
      case 'busy':
        return this.#leave(Buffer.from(shared.subarray(0, bytes)));
      case 'drain':
        return true;
    }
  }

  /** `buffer` may be read into again as soon as this is over. */
  #begin(buffer: Buffer, count: number): boolean {
    const { routes, admit } = this.#dependencies;
    const head = readPlainHead(buffer, count);
    const call = head === undefined ? undefined : findCall(routes, head);
    const isRead = head?.method === 'GET';
    // One who does not wait for answers is counted by node:http.
    if (head === undefined || call === undefined || (isRead && count > head.length)) {
      return this.#passOn(Buffer.from(buffer.subarray(0, count)));
    }
    const bytes = isRead ? undefined : Buffer.from(buffer.subarray(0, count));
    try {
      admit(head, this.#socket);
    } catch {
      return this.#passOn(bytes ?? bytesOfHead(head)); // it refuses the same, and says so
    }
    this.#run(head, call, bytes);
    return isRead;
  }

  #run(head: PlainHead, call: FrontCall, bytes: Buffer | undefined): void {
    this.#state = 'busy';
    this.#rest = bytes?.subarray(head.length + head.bodyLength) ?? NOTHING;
    const { method, target, isLast, text, headers } = head;
    const brief = { method, target, isLast, text, isExpecting: headers['expect'] !== undefined };
    const request: UnderWay = { head: brief, bytes, ray_id: randomUUID(), startedAt: performance.now() };
    this.#request = request;
    call({ takePart: () => this.#takePart(request, head), gone: this }).then(
      (answer) => this.#request === request && this.#answer(answer),
      (thrown: unknown) => this.#request === request && this.#refuse(thrown),
    );
  }

  #takePart(request: UnderWay, { headers, length, bodyLength }: PlainHead): IncomingPart {
    const first = request.bytes?.subarray(length) ?? NOTHING;
    const resume = () => this.#resume();
    request.body = new PartBody({ headers, length: bodyLength, first, resume, ...this.#dependencies.bodies });
    request.pace = new Pace(this.#dependencies.leastPace);
    return request.body;
  }

  /** More came while a read waits for its answer: node:http takes both from the start. */
  #leave(more: Buffer): boolean {
    const request = this.#request;
    const onLeft = this.#onLeft;
    this.#passOn(request === undefined ? more : Buffer.concat([bytesOf(request), more]));
    onLeft?.();
    return false;
  }

  #resume(): void {
    if (this.#request === undefined || this.#socket.destroyed) return;
    if (this.#state === 'busy') {
      this.#state = 'body';
      this.#request.bytes = undefined; // from here on it stays here
      if (this.#request.head.isExpecting) this.#socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    this.#socket.resume();
  }

  /** What was read into room that all share is copied; what comes behind the body waits. */
  #fill(buffer: ArrayBufferView, count: number): boolean {
    const body = this.#request?.body;
    if (body === undefined) return false;
    const { reading, bodies } = this.#dependencies;
    if (buffer.buffer === bodies.passing.buffer) {
      const bytes = bodies.passing.subarray(0, count);
      this.#rest = Buffer.from(bytes.subarray(body.take(bytes, count === buffer.byteLength)));
    } else body.filled(count);
    if (body.isWhole) {
      this.#state = 'busy';
      return false;
    }
    const room = body.room();
    if (room !== undefined) reading.into = room;
    return room !== undefined;
  }

  #answer(answer: FrontAnswer): void {
    const now = performance.now();
    const { request } = this.#finish(answer.status, now);
    if (request === undefined) return;
    const isLast = request.head.isLast || this.#hasEnded;
    writeAnswer(this.#socket, answer, request.ray_id, isLast);
    if (isLast) this.#hangUp();
    else this.#goOn(request.head.method === 'GET', now);
  }

  #refuse(thrown: unknown): void {
    const request = this.#request;
    if (request === undefined) return;
    if (request.body?.isBegun !== true) {
      this.#passOn(bytesOf(request));
      return;
    }
    const answer = this.#dependencies.explain(thrown, request);
    if (request.body.isWhole) {
      this.#answer(answer);
      return;
    }
    this.#finish(answer.status, performance.now());
    if (this.#socket.destroyed) return;
    writeAnswer(this.#socket, answer, request.ray_id, true);
    this.#hangUp();
  }

  /** Ends what is under way, and says so to the log. */
  #finish(status: number, now: number): { request: UnderWay | undefined } {
    const request = this.#request;
    this.#request = undefined;
    if (request === undefined) return { request };
    const { ray_id, startedAt, head } = request;
    const ms = now - startedAt;
    this.#dependencies.onAnswered({ ray_id, ms, status, method: head.method, target: head.target });
    return { request: this.#socket.destroyed ? undefined : request };
  }

  /** Reading goes on beside a call that has no body; to restart it touches much of a socket that has long been idle. */
  #goOn(isReading: boolean, now: number): void {
    this.#state = 'silent';
    this.#since = now;
    this.#isFirst = false;
    if (isReading) return;
    const rest = this.#rest;
    this.#rest = NOTHING;
    if (rest.length === 0 || this.#begin(rest, rest.length)) this.#socket.resume();
  }

  /** Reads on without keeping anything, so that the other side gets to see the answer. */
  #hangUp(): void {
    const cut = setTimeout(() => this.#socket.destroy(), DRAIN_MS);
    this.#socket.once('close', () => clearTimeout(cut));
    this.#state = 'drain';
    this.#socket.end();
    this.#socket.resume();
  }

  /** Nothing more comes from the other side; it may still want its answer. */
  #end(): void {
    this.#hasEnded = true;
    this.#onLeft?.();
    if (this.#state !== 'busy') this.#socket.destroySoon();
  }

  readonly #close = () => {
    this.#request?.body?.cut();
    this.#onLeft?.();
    this.#onGone();
  };

  /** After whatever runs now, as that may be the reading of this very socket. */
  #passOn(bytes: Buffer): boolean {
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
      this.#dependencies.toHttp(socket);
    });
    return false;
  }
}

function findCall(routes: readonly FrontRoute[], head: PlainHead): FrontCall | undefined {
  let call: FrontCall | undefined;
  for (const route of routes) call ??= route.find(head);
  return call;
}
