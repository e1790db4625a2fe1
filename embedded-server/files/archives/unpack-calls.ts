// What the service and its unpacking thread say to each other.
import type { Unpacked, UnpackOptions, UnpackProgress } from './unpack.ts';

export type UnpackCalls = {
  /** `id` comes back with each progress. */
  unpack: { input: UnpackOptions & { id: number }; output: Unpacked };
  /** Removes a folder with all that is in it, or does nothing when there is none. */
  remove: { input: string; output: undefined };
};

export type UnpackEvent = UnpackProgress & { id: number };
