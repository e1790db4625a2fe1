// What the service and its chunk thread say to each other.
import type { BuildChunks } from '../../../src-shared/service/builds.ts';

export type ChunkCalls = { chunks: { input: { file: string }; output: BuildChunks } };
