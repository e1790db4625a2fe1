// The options of `slipway serve` that say how much any one server gets at most.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { HeadlessOptions } from '../core/local-service/headless.ts';

type ServerLimits = NonNullable<HeadlessOptions['serverLimits']>;

/** Each with what it bounds, and what it takes: as few as let a small program start, as many as a machine may have. */
const LIMITS = {
  'server-memory': { of: 'memory', least: 16, most: 16_777_216 },
  'server-disk': { of: 'disk', least: 1, most: 1_073_741_824 },
  'server-processes': { of: 'processes', least: 1, most: 32_768 },
  'server-open-files': { of: 'openFiles', least: 64, most: 1_048_576 },
} as const satisfies Record<string, { of: keyof ServerLimits; least: number; most: number }>;

type Name = keyof typeof LIMITS;

export const serverLimitOptions = {
  'server-memory': { type: 'string' },
  'server-disk': { type: 'string' },
  'server-processes': { type: 'string' },
  'server-open-files': { type: 'string' },
} as const satisfies Record<Name, { type: 'string' }>;

export const serverLimitHelp: readonly [string, string][] = [
  ['--server-memory MB', 'The most memory of each server, whatever it asks for (all there is)'],
  ['--server-disk MB', 'The most that each server may write, with what is kept of it (no limit)'],
  ['--server-processes N', 'The most processes of each server (512)'],
  ['--server-open-files N', 'The most files that each program of a server may have open (16384)'],
];

export function parseServerLimits(values: Partial<Record<Name, string>>): ServerLimits {
  const limits: ServerLimits = {};
  const given = new Map(Object.entries(values));
  for (const [name, { of, ...bounds }] of Object.entries(LIMITS)) {
    const text = given.get(name);
    if (text !== undefined) limits[of] = numberOf(name, text, bounds);
  }
  return limits;
}

function numberOf(name: string, text: string, { least, most }: { least: number; most: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new AppError('USAGE', 'cli.server-limit-invalid', { name: `--${name}`, least, most, text });
}
