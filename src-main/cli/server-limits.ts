// The options of `slipway serve` that say how much any one server gets at most.
import type { HeadlessOptions } from '../core/local-service/headless.ts';
import { numberWithin } from './arguments.ts';

type ServerLimits = NonNullable<HeadlessOptions['serverLimits']>;

/** Each with what it bounds, and what it takes: as few as let a small program start, as many as a machine may have. */
export const serverLimitOptions = {
  'server-memory': { type: 'string', of: 'memory', least: 16, most: 16_777_216 },
  'server-disk': { type: 'string', of: 'disk', least: 1, most: 1_073_741_824 },
  'server-processes': { type: 'string', of: 'processes', least: 1, most: 32_768 },
  'server-open-files': { type: 'string', of: 'openFiles', least: 64, most: 1_048_576 },
} as const satisfies Record<string, { type: 'string'; of: keyof ServerLimits; least: number; most: number }>;

type Name = keyof typeof serverLimitOptions;

export const serverLimitHelp: readonly [string, string][] = [
  ['--server-memory MB', 'The most memory of each server, whatever it asks for (all there is)'],
  ['--server-disk MB', 'The most that each server may write, with what is kept of it (no limit)'],
  ['--server-processes N', 'The most processes of each server (512)'],
  ['--server-open-files N', 'The most files that each program of a server may have open (16384)'],
];

export function parseServerLimits(values: Partial<Record<Name, string>>): ServerLimits {
  const limits: ServerLimits = {};
  const given = new Map(Object.entries(values));
  for (const [name, { of, ...bounds }] of Object.entries(serverLimitOptions)) {
    const text = given.get(name);
    if (text !== undefined) limits[of] = numberWithin(`--${name}`, text, bounds);
  }
  return limits;
}
