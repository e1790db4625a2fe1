// Chunks: the same bytes are cut the same way however they come, and a change moves only the cuts beside it.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createChunker } from '../../../../src-shared/builds/chunks/chunker.ts';
import { averageFor } from '../../../../src-shared/builds/chunks/cutter.ts';
import { createRandom } from '../../../support/random.ts';

const KIB = 1_024;
const MIB = 1_048_576;

type Chunk = { length: number; name: string };

function chunksOf(bytes: Uint8Array, average: number, piece: () => number): Chunk[] {
  const chunks: Chunk[] = [];
  const chunker = createChunker(
    average,
    () => createHash('sha256'),
    (length, name) => chunks.push({ length, name }),
  );
  for (let at = 0; at < bytes.length; ) {
    const next = at + Math.max(1, piece());
    chunker.take(bytes.subarray(at, next));
    at = next;
  }
  chunker.end();
  return chunks;
}

function randomBytes(length: number) {
  const random = createRandom();
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = random.below(256);
  return { bytes, random };
}

describe('chunks', () => {
  it('are the same in whatever pieces the bytes come', () => {
    const { bytes, random } = randomBytes(2 * MIB);
    const whole = chunksOf(bytes, 16 * KIB, () => bytes.length);
    expect(chunksOf(bytes, 16 * KIB, () => random.below(30 * KIB))).toEqual(whole);
    expect(chunksOf(bytes, 16 * KIB, () => 4_096)).toEqual(whole);
    expect(whole.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
  });

  it('are about as long as requested, and never longer than four times that', () => {
    const { bytes } = randomBytes(4 * MIB);
    const lengths = chunksOf(bytes, 16 * KIB, () => MIB).map(({ length }) => length);
    const mean = bytes.length / lengths.length;
    expect(mean).toBeGreaterThan(12 * KIB);
    expect(mean).toBeLessThan(24 * KIB);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64 * KIB);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(4 * KIB);
  });

  it('behind something that was put in are the ones that were there before', () => {
    const { bytes, random } = randomBytes(4 * MIB);
    const before = new Set(chunksOf(bytes, 16 * KIB, () => MIB).map(({ name }) => name));
    const at = random.below(bytes.length);
    const more = new Uint8Array(bytes.length + 100);
    more.set(bytes.subarray(0, at));
    more.fill(7, at, at + 100);
    more.set(bytes.subarray(at), at + 100);
    const fresh = chunksOf(more, 16 * KIB, () => MIB).filter(({ name }) => !before.has(name));
    // The chunk with the change, and what it takes until both are cut alike again.
    expect(fresh.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(256 * KIB);
  });

  it('of nothing are none, and of sameness are the longest', () => {
    expect(chunksOf(new Uint8Array(0), 16 * KIB, () => 1)).toEqual([]);
    const lengths = chunksOf(new Uint8Array(200 * KIB), 16 * KIB, () => 1_000).map(({ length }) => length);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(200 * KIB);
  });

  it('become longer for large builds, so that their list stays one that can be sent', () => {
    expect(averageFor(67_000_000)).toBe(16 * KIB);
    expect(averageFor(10 * 1024 * MIB) * 32_768).toBeGreaterThanOrEqual(10 * 1024 * MIB);
  });
});
