// Whether something that was stored is what it is taken for. Small checks that are put together; pure.

/** Says whether a value is a `T`. */
export type TypeGuard<T> = (value: unknown) => value is T;

/** Any text. */
export const anyText: TypeGuard<string> = (value): value is string => typeof value === 'string';

/** Any number. */
export const anyNumber: TypeGuard<number> = (value): value is number => typeof value === 'number';

/** Yes or no. */
export const anyFlag: TypeGuard<boolean> = (value): value is boolean => typeof value === 'boolean';

/** One of some words. */
export function oneOf<const T extends string>(words: readonly T[]): TypeGuard<T> {
  return (value): value is T => words.some((word) => word === value);
}

/** It, or nothing. */
export function maybe<T>(fits: TypeGuard<T>): TypeGuard<T | undefined> {
  return (value): value is T | undefined => value === undefined || fits(value);
}

/** Any number of them. */
export function listOf<T>(fits: TypeGuard<T>): TypeGuard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((one) => fits(one));
}

/** A thing with these fields. */
export function fields<T extends object>(checks: { readonly [K in keyof T]-?: TypeGuard<T[K]> }): TypeGuard<T> {
  const all: [string, TypeGuard<unknown>][] = Object.entries(checks);
  return (value): value is T => isRecord(value) && all.every(([name, fits]) => fits(value[name]));
}

/** Names with values. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
