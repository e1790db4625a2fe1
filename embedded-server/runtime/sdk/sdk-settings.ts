// What the SDK of one server is opened with, and how much of anything it takes: all of it is held in memory.
import type { HealthCheck, ReadyWhen, SdkCounter, SdkList } from '../../../src-shared/service/server-sdk.ts';

export type SdkSettings = {
  ready: ReadyWhen;
  health?: HealthCheck;
  counters: Readonly<Record<string, SdkCounter>>;
  lists: Readonly<Record<string, SdkList>>;
  /** What a program reads of itself. */
  about: {
    name: string;
    namespace: string;
    /** Unix milliseconds. */
    createdAt: number;
    address: string;
    ports: readonly { name: string; port: number }[];
  };
};

export const MOST_BODY_BYTES = 64 * 1024;
export const MOST_WATCHES = 64;
export const MOST_CONNECTIONS = 256;
/** A program has one or a few, each with many calls. */
export const MOST_GRPC_CONNECTIONS = 16;
export const MOST_LABELS = 64;
export const MOST_KEY_LENGTH = 317;
export const MOST_LABEL_LENGTH = 63;
export const MOST_ANNOTATION_LENGTH = 16 * 1024;
export const MOST_PLAYERS = 10_000;
export const MOST_VALUE_LENGTH = 1024;
/** As much as Agones allows. */
export const MOST_LIST_CAPACITY = 1000;
