// What a token may be allowed, in words that a person gives it: `slipway tokens create --can push`. Each row of the table
// says which of them it needs.
import type { z } from 'zod';

/** What a token can be made for, from the least to all of its game. */
export const tokenRights = ['read', 'push', 'switch', 'servers', 'admin'] as const;
export type TokenRight = (typeof tokenRights)[number];

/** What a row needs: one of the rights, nothing at all, or the owner, whom no right stands for. */
export type Needs = TokenRight | 'nothing' | 'owner';

/** Each right with those that come with it. Whoever pushes to a namespace has it run the build, and sees what became of that. */
const includedIn: Record<TokenRight, readonly Needs[]> = {
  read: ['read'],
  push: ['read', 'push', 'switch'],
  switch: ['read', 'switch'],
  servers: ['read', 'servers'],
  admin: tokenRights,
};

/** Whether a token with these rights may do what needs this one. */
export function mayDo(can: readonly TokenRight[], needs: Needs): boolean {
  return needs === 'nothing' || can.some((right) => includedIn[right].includes(needs));
}

/** Where a row takes place: in one namespace, in a game as a whole, or wherever the caller is. */
export function placeOfRow({ params }: { params: z.ZodObject }): 'namespace' | 'game' | 'caller' {
  if ('namespace_id' in params.shape || 'environment_id' in params.shape) return 'namespace';
  return 'game_id' in params.shape ? 'game' : 'caller';
}
