// What an export leaves out unless it is asked for: the values of the variables that servers were started with, as keys and passwords
// are among them. Their names stay, so that one can see what to give again.
import { z } from 'zod';
import type { PlainRow } from './plain-rows.ts';

const withEnvironment = z.looseObject({ environment: z.record(z.string(), z.string()) });

export function createLeavingOut() {
  let count = 0;
  const without = (value: unknown): unknown => {
    const { data } = withEnvironment.safeParse(value);
    if (data === undefined) return value;
    const names = Object.keys(data.environment);
    count += names.length;
    return { ...Object(value), environment: Object.fromEntries(names.map((name) => [name, ''])) };
  };
  return {
    from: (row: PlainRow): PlainRow =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, without(value)])),
    count: () => count,
  };
}
