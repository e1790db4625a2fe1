// Cuts bytes that come in pieces into chunks and names each by its hash. The hashing is given, as this folder knows no system.
import { createCutter } from './cutter.ts';

/** A hash of SHA-256 under way. */
export type ChunkHash = { update(bytes: Uint8Array): unknown; digest(encoding: 'hex'): string };

/** Called with each chunk in order: how long it is, and the name of its bytes. */
export type OnChunk = (length: number, name: string) => void;

/** Takes bytes, and at the end what is left of them. */
export type Chunker = { take(bytes: Uint8Array): void; end(): void };

/** Half of a SHA-256 tells chunks apart; that bytes are the ones that were meant is always checked by a whole one. */
const NAME_CHARACTERS = 32;

/** `average` is a power of two. */
export function createChunker(average: number, startHash: () => ChunkHash, onChunk: OnChunk): Chunker {
  const cutter = createCutter(average);
  let hash = startHash();
  let length = 0;
  const add = (bytes: Uint8Array) => {
    hash.update(bytes);
    length += bytes.length;
  };
  const finish = () => {
    onChunk(length, hash.digest('hex').slice(0, NAME_CHARACTERS));
    hash = startHash();
    length = 0;
  };
  return {
    take: (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const end = cutter.end(bytes, from);
        add(bytes.subarray(from, end));
        if (end !== undefined) finish();
        from = end ?? bytes.length;
      }
    },
    end: () => {
      if (length > 0) finish();
    },
  };
}
