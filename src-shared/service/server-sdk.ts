// What a server says of itself through the Agones SDK (ours): when it is ready, whether it is well, what it counts.
import { z } from 'zod';
import { u32 } from './common.ts';
import { limitedMap, limitedTexts } from './text-limits.ts';

/** When a server is ready for players: when it listens on its ports, or when it also says so through the SDK. */
export const readyWhen = z.enum(['listening', 'sdk']);
/** When a server is ready for players. */
export type ReadyWhen = z.infer<typeof readyWhen>;

const DEFAULT_PERIOD = 5;
const DEFAULT_FAILURES = 3;
const seconds = z.int().min(1).max(3600);

/** How often a server has to say through the SDK that it is well; what is left out is as in Agones. */
export const healthCheck = z.object({
  period_seconds: seconds.default(DEFAULT_PERIOD).describe('Seconds in which Health is called at least once.'),
  failure_threshold: z
    .int()
    .min(1)
    .max(1000)
    .default(DEFAULT_FAILURES)
    .describe('Periods in a row without it after which the server is ended.'),
  initial_delay_seconds: z
    .int()
    .min(0)
    .max(3600)
    .default(DEFAULT_PERIOD)
    .describe('Seconds after the start before the first period begins.'),
});
/** How often a server has to say that it is well. */
export type HealthCheck = z.infer<typeof healthCheck>;

const count = z.int().min(0);

/** Something that a server counts, up to its capacity. */
export const sdkCounter = z
  .object({
    count: count.default(0).describe('Where it begins.'),
    capacity: count.default(0).describe('The most that it can be.'),
  })
  .refine(({ count: now, capacity }) => now <= capacity, 'Expected a count of at most the capacity.');
/** Something that a server counts. */
export type SdkCounter = z.infer<typeof sdkCounter>;

/** The most that Agones allows. */
const LIST_CAPACITY = 1000;
/** A list that a server keeps, of up to its capacity. */
export const sdkList = z
  .object({
    capacity: count.max(LIST_CAPACITY).default(LIST_CAPACITY).describe('The most values that it can have.'),
    values: limitedTexts({ entries: LIST_CAPACITY, text: [1, 1024] })
      .default([])
      .describe('What it has at the start.'),
  })
  .refine(({ capacity, values }) => values.length <= capacity, 'Expected at most as many values as the capacity.');
/** A list that a server keeps. */
export type SdkList = z.infer<typeof sdkList>;

const SHAPES = { entries: 32, key: [1, 63] as [number, number] };
/** The counters that a server has from its start, by name. */
export const sdkCounters = limitedMap(sdkCounter, SHAPES);
/** The lists that a server has from its start, by name. */
export const sdkLists = limitedMap(sdkList, SHAPES);

/** The states of a server in Agones. */
export const sdkState = z.enum(['Scheduled', 'Ready', 'Allocated', 'Reserved', 'Unhealthy', 'Shutdown']);
/** A state of a server in Agones. */
export type SdkState = z.infer<typeof sdkState>;

const moment = z.int().min(0);

/**
 * What a server has said of itself through the SDK. `missed` counts the periods in a row without a sign of health;
 * `capacity` of players is absent until the server has set one.
 */
export const serverSdk = z.object({
  state: sdkState,
  reserved_until: moment.optional(),
  unhealthy_since: moment.optional(),
  health: healthCheck.extend({ last_at: moment.optional(), missed: u32 }).optional(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  counters: z.record(z.string(), z.object({ count, capacity: count })),
  lists: z.record(z.string(), z.object({ capacity: count, values: z.array(z.string()) })),
  players: z.object({ count, capacity: count.optional(), ids: z.array(z.string()) }).optional(),
});
/** What a server has said of itself through the SDK. */
export type ServerSdk = z.infer<typeof serverSdk>;
