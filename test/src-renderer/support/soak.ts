// What the window's tests do in full in `npm run soak` alone.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    soak: boolean;
  }
}

/** The first and every other one of the cases, in turns with the place before; in a soak all of them. */
export function everyOther<Case>(cases: readonly Case[], place: number): Case[] {
  return cases.filter((_, at) => inject('soak') || at === 0 || (at + place) % 2 === 0);
}
