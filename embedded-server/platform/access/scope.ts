// What a token reaches: the owner everything, a cloud token one game, a service token one namespace of it. Asked before
// anything is looked up, so that a token never learns what exists elsewhere.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Caller } from './callers.ts';

/** Refuses callers that may not touch this game as a whole. */
export function requireGame(caller: Caller, game_id: string): void {
  const reaches = caller.kind === 'owner' || (caller.kind === 'cloud' && caller.game_id === game_id);
  if (!reaches) throw new AppError('API_FORBIDDEN', 'token.other-game');
}

/** Refuses callers that may not touch this namespace. */
export function requireEnvironment(caller: Caller, game_id: string, namespace_id: string): void {
  if (caller.kind !== 'service') {
    requireGame(caller, game_id);
    return;
  }
  if (caller.game_id !== game_id || caller.namespace_id !== namespace_id) {
    throw new AppError('API_FORBIDDEN', 'token.other-namespace');
  }
}
