// What the service and its threads for unpacked builds say to each other. One of them unpacks, the other one checks.
import type { Unpacked, UnpackOptions, UnpackProgress } from './unpack.ts';

export type UnpackCalls = {
  /** `id` comes back with each progress. */
  unpack: { input: UnpackOptions & { id: number }; output: Unpacked };
  /** Moves what was unpacked into its place, with a manifest of it; what is there already stays. */
  place: { input: { from: string; to: string; manifest: string }; output: undefined };
  /** Removes a folder with all that is in it, or does nothing when there is none. */
  remove: { input: string; output: undefined };
  /** The SHA-256 of a file. */
  hash: { input: string; output: string };
  /** The first entry of a folder that is not as its manifest says; undefined when all are. */
  findChanged: { input: { folder: string; manifest: string }; output: string | undefined };
};

export type UnpackEvent = UnpackProgress & { id: number };
