// Requests made from the rows of the contract: paths with their ids filled in, and bodies of the right shape.
import { randomUUID } from 'node:crypto';
import { sampleOf } from '../../scripts/http-api/sample.ts';
import { contract } from '../../src-shared/service/contract.ts';
import type { Endpoint } from '../../src-shared/service/endpoint.ts';

/** The rows of the contract. */
export const servedRows: readonly Endpoint[] = Object.values(contract);

/** The row's path with these ids; what is not among them becomes an id that nobody has. */
export function fillPath(row: Endpoint, ids: Readonly<Record<string, string>>): string {
  return row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? anyParam(name)) + goodQuery(row);
}

/** Sets of kept folders are numbered; all else has ids. */
function anyParam(name: string): string {
  return name === 'slot' ? '1' : randomUUID();
}

/** A body of the right shape, or undefined for a row without one. */
export function goodBody(row: Endpoint): Record<string, unknown> | undefined {
  return row.body === null ? undefined : (sampleOf(row.body) as Record<string, unknown>);
}

/** The fields that a caller must give. */
export function neededKeys(shape: Endpoint['query']['shape']): string[] {
  return Object.entries(shape)
    .filter(([, schema]) => schema._zod.optin === undefined)
    .map(([key]) => key);
}

function goodQuery(row: Endpoint): string {
  const needed = neededKeys(row.query.shape);
  if (needed.length === 0) return '';
  const sample = sampleOf(row.query) as Record<string, string>;
  return `?${new URLSearchParams(needed.map((key): [string, string] => [key, String(sample[key])])).toString()}`;
}
