// How long a node that is emptied waits for players unless somebody says how long.

/** Servers that still have players end after it. */
export const DEFAULT_DRAIN_LIMIT_MS = 3_600_000;
