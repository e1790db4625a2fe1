// What a thread and the one who opened it say to each other: calls with their replies, and events that the thread sends.
import type { ErrorBody } from '../../../src-shared/errors/app-error.ts';

/** The calls of a thread: each name with what goes in and what comes back. Both have to be plain data. */
export type ThreadCalls = Record<string, { input: unknown; output: unknown }>;

export type ToThread = { t: 'call'; id: number; name: string; input: unknown } | { t: 'cancel'; id: number };
export type FromThread =
  | { t: 'reply'; id: number; output: unknown }
  | { t: 'error'; id: number; error: ErrorBody; detail: string }
  | { t: 'event'; event: unknown };
