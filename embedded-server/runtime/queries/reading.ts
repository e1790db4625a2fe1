// What an answer to a query says. A part of one may be `unfinished`; whatever is not as the protocol has it is `unreadable`.
export type Reading = { players: number } | 'unfinished' | 'unreadable';

/** No server has more; what says so is wrong, or means harm. */
const MOST_PLAYERS = 100_000;

export function playersOf(count: unknown): Reading {
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_PLAYERS;
  return isCount ? { players: count } : 'unreadable';
}
