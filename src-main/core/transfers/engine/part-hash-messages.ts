// What the core and its thread for hashes say to each other.

import type { Chunk } from './match-chunks.ts';

/** Answered in hex. */
export type PartHashOrder = { file: string; offset: number; length: number; algorithm: 'sha256' | 'md5' };

export type ChunkOrder = { file: string; average: number };

export type PartHashCalls = {
  hash: { input: PartHashOrder; output: string };
  /** Cuts a file as the other side has cut an earlier one. */
  chunks: { input: ChunkOrder; output: Chunk[] };
};
