// The hash of one whole upload, as it follows the parts that come in. What comes at its very place goes into it at once; what
// comes a little ahead is kept in memory until then, and the rest is read from the file once its part is in.

import type { InMemory } from '../../platform/front/incoming-part.ts';
import type { Hashing } from '../../platform/hashing/file-hasher.ts';
import type { MemoryRoom } from './memory-room.ts';
import { type Cut, countParts, type Part, partOf } from './parts.ts';

const MIB = 1_048_576;
/** How much may wait in memory, of all uploads. */
const MOST_AHEAD = 8 * MIB;
/** With what is hashed right now. */
const MOST_IN_MEMORY = 10 * MIB;
/**
 * A sender that is ahead waits for those before it as long as so much is hashed in that time: then the line is so fast that waiting
 * is cheaper than to read its bytes back.
 */
const PATIENCE_MS = 50;
const WORTH_PATIENCE = 8 * MIB;
/** Longer than this nobody waits, as the sender may take it for a line that is lost. */
const MOST_PATIENCE_MS = 1_000;
/** Where it was in vain, as the line is slow, nobody waits for so long. */
const IN_VAIN_MS = 1_000;

type Options = {
  cut: Cut;
  hashing: Hashing;
  /** What all of them keep together. */
  room: MemoryRoom;
  /** Whether the part with this number is recorded and synced. */
  isIn(number: number): boolean;
};

export class FollowingHash {
  readonly #options: Options;
  /** What came for later, by its place in the file. */
  readonly #ahead = new Map<number, InMemory>();
  /** How far it has come, and in which part that is. */
  #at = 0;
  #number = 1;
  /** How much was hashed, from memory or not. */
  #hashed = 0;
  #patientFrom = 0;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Bytes of a part that is not in yet are in the file, and in memory still. It frees them, at once or later. Resolves when more of
   * that part may come.
   */
  async offer(place: number, memory: InMemory): Promise<void> {
    const patience = startPatience(this.#hashed);
    while (!this.#isPast(place)) {
      if (this.#take(place, memory)) return;
      const now = performance.now();
      const leftMs = patience(now, this.#hashed);
      if (leftMs === 0) this.#patientFrom = now + IN_VAIN_MS;
      if (this.#isBehindGap(place) || now < this.#patientFrom) break;
      await this.#options.room.change(leftMs);
    }
    memory.free();
  }

  /** As far as parts are in without a gap. */
  follow(): void {
    const { cut, isIn } = this.#options;
    const count = countParts(cut);
    while (this.#number <= count && isIn(this.#number)) {
      const later = [...this.#ahead.keys()].filter((place) => place > this.#at);
      this.#goOn(Math.min(endOf(partOf(cut, this.#number)), ...later) - this.#at);
      this.#goOnFromMemory();
    }
  }

  /** A part failed, or will be replaced: what was hashed of it is no longer so. */
  back(part: Part): void {
    this.#freeBetween(part.offset, endOf(part));
    if (this.#at <= part.offset) return;
    this.#options.hashing.back(part.offset);
    this.#at = part.offset;
    this.#number = part.number;
  }

  digest(): Promise<Buffer> {
    this.#isOver = true;
    return this.#options.hashing.digest();
  }

  drop(): void {
    this.#isOver = true;
    this.#freeBetween(0, this.#options.cut.content_length);
    this.#options.hashing.drop();
  }

  #take(place: number, { bytes, free }: InMemory): boolean {
    const { room } = this.#options;
    const most = place === this.#at ? MOST_IN_MEMORY : MOST_AHEAD;
    if (!room.take(bytes.length, most)) return false;
    const leave = () => {
      free();
      room.leave(bytes.length);
    };
    this.#ahead.set(place, { bytes, free: leave });
    this.#goOnFromMemory();
    return true;
  }

  /** Nothing from there on is hashed from memory any more. */
  #isPast(place: number): boolean {
    return this.#isOver || place < this.#at;
  }

  /** Where bytes before it are missing in its own part, that part has to be in first. */
  #isBehindGap(place: number): boolean {
    const { cut } = this.#options;
    return place > this.#at && place < endOf(partOf(cut, this.#number));
  }

  #goOn(length: number, memory?: InMemory): void {
    const { cut, hashing, room } = this.#options;
    const part = partOf(cut, this.#number);
    if (this.#at === part.offset) hashing.mark();
    const hashed = memory === undefined ? hashing.read(length) : hashing.pass(memory.bytes);
    if (memory !== undefined) hashing.add(length);
    const isDone = () => {
      this.#hashed += length;
      if (memory === undefined) room.changed();
      else memory.free(); // which says so as well
    };
    void hashed.then(isDone);
    this.#at += length;
    if (this.#at === endOf(part)) this.#number += 1;
    room.changed();
  }

  #goOnFromMemory(): void {
    for (let next = this.#ahead.get(this.#at); next !== undefined; next = this.#ahead.get(this.#at)) {
      this.#ahead.delete(this.#at);
      this.#goOn(next.bytes.length, next);
    }
  }

  #freeBetween(from: number, to: number): void {
    for (const [place, { free }] of this.#ahead) {
      if (place < from || place >= to) continue;
      this.#ahead.delete(place);
      free();
    }
  }
}

function endOf({ offset, length }: Part): number {
  return offset + length;
}

/** Answers how long it is still worth to wait, from how much is hashed. */
function startPatience(hashedBefore: number) {
  const endsAt = performance.now() + MOST_PATIENCE_MS;
  let from = hashedBefore;
  let enoughAt = performance.now() + PATIENCE_MS;
  return (now: number, hashed: number): number => {
    if (now >= enoughAt && hashed - from >= WORTH_PATIENCE) {
      from = hashed;
      enoughAt = Math.min(now + PATIENCE_MS, endsAt);
    }
    return Math.max(0, enoughAt - now);
  };
}
