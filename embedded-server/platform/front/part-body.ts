// The body of one part on its way from the socket into its file. One that comes fast is read straight into a few large buffers,
// each written when it is full. One that comes slowly is read through room that all share, and gathered in a small buffer: a
// thousand of them weigh little. Memory is bounded; a slow disk makes the sender wait.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InTurn } from '../../../src-shared/turns.ts';
import type { BufferPool } from './buffer-pool.ts';
import { type BufferWriter, createBufferWriter } from './buffer-writer.ts';
import { type IncomingPart, isToBeKept, type PartPlace, type PartSink, WRITE_WITHIN_MS } from './incoming-part.ts';

/** How many full buffers one body may have before its sender has to wait. */
const MOST_FULL = 3;
/** And all of them together, of large ones; one is for each, however many there are. */
const MOST_FULL_OF_ALL = 12;
/** What comes in such pieces is worth being read where it is to lie. */
const FAST_READ = 16_384;
/** A buffer that was full within this long is followed by a large one. */
const FAST_MS = 1_000;
const BLOCK = 4_096;
const NOTHING = Buffer.alloc(0);

/** How many large buffers of all bodies are full. */
export type Crowd = { full: number };
export type PartBodyOptions = {
  headers: Readonly<Record<string, string>>;
  length: number;
  /** Bytes that came along with the head, and perhaps more than are of this body. A small buffer holds them. */
  first: Buffer;
  pool: BufferPool;
  /** Room that all bodies are read through, shorter than a small buffer by a block at least. */
  passing: Buffer;
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
  readonly #isToBeKept: boolean;
  #writer: BufferWriter | undefined;
  #first: Buffer;
  #left: number;
  #current: Buffer | undefined;
  #used = 0;
  #currentSince = 0;
  /** Whether the last read brought so much that the next goes where it is to lie. */
  #isDirect = false;
  #isQuick = false;
  #isWaiting = false;
  #seenLeft = -1;
  /** How much of the current buffer is written, or about to be. */
  #begun = 0;
  #writingSoon: NodeJS.Timeout | undefined;
  #failure: { thrown: unknown } | undefined;

  constructor(options: PartBodyOptions) {
    this.headers = options.headers;
    this.#isToBeKept = isToBeKept(options.headers);
    this.#options = options;
    this.#left = options.length;
    this.#first = options.first.subarray(0, options.length);
  }

  /** Whether bytes were taken; until then the request can still go elsewhere. */
  get isBegun(): boolean {
    return this.#writer !== undefined;
  }

  get isWhole(): boolean {
    return this.#left === 0;
  }

  /** How many bytes have come. */
  get received(): number {
    return this.#options.length - this.#left;
  }

  async writeTo(place: PartPlace, sink: PartSink): Promise<void> {
    const { pool, writes } = this.#options;
    this.#writer = createBufferWriter({ place, pool, writes, sink, onStep: this.#written });
    if (this.#isToBeKept) this.#writingSoon = setInterval(() => this.#writeBlocks(), WRITE_WITHIN_MS);
    this.#goOn();
    this.#settle();
    await this.#settled.promise;
  }

  /** Where the next bytes are to be read to; undefined while they have to wait, and when all are in. */
  room(): Buffer | undefined {
    if (this.#current === undefined) return undefined;
    const end = Math.min(this.#current.length, this.#used + this.#left);
    const { passing } = this.#options;
    return this.#isDirect ? this.#current.subarray(this.#used, end) : passing.subarray(0, end - this.#used);
  }

  /** So many bytes were read into the room, which was in its own buffer. */
  filled(bytes: number): void {
    this.#isDirect = bytes >= Math.min(FAST_READ, this.#left, this.#spaceLeft());
    this.#advance(bytes);
  }

  /** Takes bytes that were read elsewhere, `isAll` that were asked for or fewer; answers how many of them belong to this body. */
  take(bytes: Buffer, isAll = false): number {
    const own = Math.min(bytes.length, this.#left);
    if (this.#current === undefined) return own; // nothing is kept of one that failed
    if (own > this.#spaceLeft()) throw new Error('More came than there was room for');
    bytes.copy(this.#current, this.#used, 0, own);
    this.#isDirect = isAll;
    this.#advance(own);
    return own;
  }

  /** One that has become slow needs no large buffer: what it has is written, but for what is less than a block. */
  shrink(): void {
    const { pool } = this.#options;
    const isIdle = this.#seenLeft === this.#left;
    this.#seenLeft = this.#left;
    const large = this.#current;
    // Into one that is read to directly the next bytes may come at any time.
    if (!isIdle || large === undefined || this.#isDirect || !pool.isLarge(large)) return;
    const small = pool.take('small');
    if (small === undefined) return;
    const whole = this.#used - (this.#used % BLOCK);
    large.copy(small, 0, whole, this.#used);
    this.#begin(small);
    this.#used -= whole;
    this.#isQuick = false;
    if (whole > 0) this.#write(large, whole);
    else pool.give(large);
  }

  /** No more will come, and nothing is read any more. */
  cut(): void {
    const { pool } = this.#options;
    if (this.#current !== undefined && this.#failure === undefined) {
      if (this.#isToBeKept) this.#write(this.#current, this.#used);
      else pool.give(this.#current);
    }
    this.#current = undefined;
    this.#step({ thrown: new AppError('UPLOAD_INVALID', 'upload.connection-ended') });
  }

  stop(thrown: AppError): void {
    if (this.#isToBeKept) this.#writeSome(this.#used);
    this.#step({ thrown });
  }

  #spaceLeft(): number {
    return this.#current === undefined ? 0 : this.#current.length - this.#used;
  }

  #begin(buffer: Buffer): void {
    this.#current = buffer;
    this.#currentSince = performance.now();
  }

  #advance(bytes: number): void {
    this.#used += bytes;
    this.#left -= bytes;
    const full = this.#current;
    if (full === undefined || (this.#used < full.length && this.#left > 0)) return;
    const inIt = this.#used;
    this.#used = 0;
    this.#current = undefined;
    this.#isQuick = performance.now() - this.#currentSince < FAST_MS;
    this.#write(full, inIt);
    this.#takeBuffer();
  }

  #write(buffer: Buffer, bytes: number): void {
    if (this.#options.pool.isLarge(buffer)) this.#options.crowd.full += 1;
    this.#writer?.add(buffer, { from: this.#begun, to: bytes, isLast: true });
    this.#begun = 0;
  }

  /** What came slowly, in whole blocks, while more is read behind it. */
  #writeBlocks(): void {
    this.#writeSome(this.#used - (this.#used % BLOCK));
  }

  #writeSome(to: number): void {
    if (this.#current === undefined || this.#failure !== undefined || to <= this.#begun) return;
    if (this.#options.pool.isLarge(this.#current)) this.#options.crowd.full += 1;
    this.#writer?.add(this.#current, { from: this.#begun, to, isLast: false });
    this.#begun = to;
  }

  #mayFillMore(writer: BufferWriter): boolean {
    const own = writer.count();
    return this.#left > 0 && (own === 0 || (own < MOST_FULL && this.#options.crowd.full < MOST_FULL_OF_ALL));
  }

  /** Whether there is a new place for bytes. */
  #takeBuffer(): boolean {
    const { pool } = this.#options;
    const writer = this.#writer;
    const isOver = writer === undefined || this.#failure !== undefined || this.#current !== undefined;
    if (isOver || this.#isWaiting || !this.#mayFillMore(writer)) return false;
    const buffer = (this.#isQuick ? pool.take('large') : undefined) ?? pool.take('small');
    if (buffer === undefined) {
      this.#isWaiting = true;
      pool.whenRoom(this.#roomAgain);
      return false;
    }
    this.#begin(buffer);
    return true;
  }

  #goOn(): void {
    if (!this.#takeBuffer()) return;
    const first = this.#first;
    this.#first = NOTHING;
    if (first.length > 0) this.take(first);
    if (this.#current !== undefined) this.#options.resume();
  }

  readonly #roomAgain = () => {
    this.#isWaiting = false;
    this.#goOn();
  };

  readonly #written = (buffer: Buffer, failed?: { thrown: unknown }) => {
    if (this.#options.pool.isLarge(buffer)) this.#options.crowd.full -= 1;
    this.#step(failed);
  };

  #step(failed?: { thrown: unknown }): void {
    this.#failure ??= failed;
    if (this.#failure === undefined) this.#goOn();
    else if (this.#current !== undefined) {
      this.#options.pool.drop(this.#current); // the socket may read into it once more
      this.#current = undefined;
    }
    this.#settle();
  }

  /** Whoever called may close the file only when nothing writes into it any more. */
  #settle(): void {
    if (this.#writer === undefined || this.#writer.count() > 0) return;
    if (this.#failure !== undefined || this.#left === 0) clearInterval(this.#writingSoon);
    if (this.#failure !== undefined) this.#settled.reject(this.#failure.thrown);
    else if (this.#left === 0) this.#settled.resolve();
  }
}
