// The body of one part on its way from the socket into its file: read straight into a few large buffers that are used
// again, each written when it is full. Memory is bounded; a slow disk makes the sender wait.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InTurn } from '../../../src-shared/turns.ts';
import type { BufferPool } from './buffer-pool.ts';
import { type BufferWriter, createBufferWriter } from './buffer-writer.ts';
import { type IncomingPart, type PartPlace, type PartSink, SENT_TWICE } from './incoming-part.ts';

/** How many full buffers one body may have before its sender has to wait. */
const MOST_FULL = 3;
/** And all of them together; one is for each, however many there are. */
const MOST_FULL_OF_ALL = 12;

/** How many buffers of all bodies are full. */
export type Crowd = { full: number };
export type PartBodyOptions = {
  headers: Readonly<Record<string, string>>;
  length: number;
  /** Bytes that came along with the head, and perhaps more than are of this body. */
  first: Buffer;
  pool: BufferPool;
  writes: InTurn;
  crowd: Crowd;
  /** Lets bytes come, first and after there was no room. */
  resume(): void;
};

export class PartBody implements IncomingPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly isInPages = true;
  readonly #options: PartBodyOptions;
  readonly #settled = Promise.withResolvers<void>();
  #writer: BufferWriter | undefined;
  #left: number;
  #current: Buffer | undefined;
  #used = 0;
  #failure: { thrown: unknown } | undefined;

  constructor(options: PartBodyOptions) {
    this.headers = options.headers;
    this.#options = options;
    this.#left = options.length;
  }

  /** Whether bytes were taken; until then the request can still go elsewhere. */
  get isBegun(): boolean {
    return this.#writer !== undefined;
  }

  get isWhole(): boolean {
    return this.#left === 0;
  }

  async writeTo(place: PartPlace, sink: PartSink): Promise<void> {
    const { pool, writes, first, resume } = this.#options;
    this.#writer = createBufferWriter({ place, pool, writes, sink, onStep: this.#written });
    this.take(first);
    if (this.#left > 0) {
      this.#current ??= pool.take();
      resume();
    }
    this.#settle();
    await this.#settled.promise;
  }

  /** Where the next bytes are to be read to; undefined while the disk has to catch up, and when all are in. */
  room(): Buffer | undefined {
    const end = Math.min(this.#current?.length ?? 0, this.#used + this.#left);
    return this.#current?.subarray(this.#used, end);
  }

  /** So many bytes were read into the room. */
  filled(bytes: number): void {
    const { pool, crowd } = this.#options;
    this.#used += bytes;
    this.#left -= bytes;
    const full = this.#current;
    if (full === undefined || this.#writer === undefined || (this.#used < full.length && this.#left > 0)) return;
    const inIt = this.#used;
    this.#used = 0;
    this.#current = undefined;
    if (this.#failure !== undefined) return;
    crowd.full += 1;
    this.#writer.add(full, inIt);
    if (this.#mayFillMore(this.#writer)) this.#current = pool.take();
  }

  /**
   * Takes bytes that were read elsewhere; answers how many of them belong to this body. They are few: they go past the
   * bound by one buffer at most.
   */
  take(bytes: Buffer): number {
    const own = Math.min(bytes.length, this.#left);
    for (let done = 0; done < own; ) {
      this.#current ??= this.#options.pool.take();
      const count = Math.min(own - done, this.#current.length - this.#used);
      bytes.copy(this.#current, this.#used, done, done + count);
      done += count;
      this.filled(count);
    }
    return own;
  }

  /** No more will come. */
  cut(): void {
    this.#step({ thrown: new AppError('UPLOAD_INVALID', 'upload.connection-ended') });
  }

  giveWay(): void {
    this.#step({ thrown: new AppError('UPLOAD_INVALID', SENT_TWICE) });
  }

  #mayFillMore(writer: BufferWriter): boolean {
    const own = writer.count();
    return this.#left > 0 && (own === 0 || (own < MOST_FULL && this.#options.crowd.full < MOST_FULL_OF_ALL));
  }

  readonly #written = (failed?: { thrown: unknown }) => {
    this.#options.crowd.full -= 1;
    this.#step(failed);
  };

  readonly #step = (failed?: { thrown: unknown }) => {
    this.#failure ??= failed;
    const writer = this.#writer;
    const isFree = writer !== undefined && this.#current === undefined && this.#failure === undefined;
    if (isFree && this.#mayFillMore(writer)) {
      this.#current = this.#options.pool.take();
      this.#options.resume();
    }
    this.#settle();
  };

  /** Whoever called may close the file only when nothing writes into it any more. */
  #settle(): void {
    if (this.#writer === undefined || this.#writer.count() > 0) return;
    if (this.#failure !== undefined) this.#settled.reject(this.#failure.thrown);
    else if (this.#left === 0) this.#settled.resolve();
  }
}
