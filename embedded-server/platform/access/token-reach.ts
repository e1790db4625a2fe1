// What a token reaches: the owner everything, a cloud token one game or what it was cut down to of it, a service token one
// namespace. Asked before anything is looked up, so that a token never learns what exists elsewhere.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import { mayDo, placeOfRow } from '../../../src-shared/service/token-rights.ts';
import type { Caller, Limits } from './callers.ts';

type Place = { game_id?: string; namespace_id?: string; environment_id?: string };

/**
 * Holds a token to its game, its namespace and its limits: every call of the table comes through here before its handler, with
 * the ids of its address.
 */
export function requireReach(row: Endpoint, caller: Caller, place: Place): void {
  const { game_id, namespace_id, environment_id = namespace_id } = place;
  if (game_id !== undefined && environment_id !== undefined) requireEnvironment(caller, game_id, environment_id);
  else if (game_id !== undefined) requireGame(caller, game_id);
  if (caller.kind === 'cloud' && caller.limits !== undefined) requireWithin(caller.limits, row);
}

function requireWithin({ can, namespace_id: only }: Limits, row: Endpoint): void {
  if (only !== undefined && isBeyondNamespaces(row)) throw new AppError('API_FORBIDDEN', 'token.whole-game');
  if (!mayDo(can, row.needs)) {
    throw new AppError('API_FORBIDDEN', 'token.may-not', { can: can.join(', '), needs: row.needs });
  }
}

/**
 * Of what belongs to the whole game, a token for one namespace may only read, which a push needs. It may not create a game or group,
 * nor ask whether a name for one is free.
 */
function isBeyondNamespaces(row: Endpoint): boolean {
  const place = placeOfRow(row);
  return place === 'game' ? row.needs !== 'read' : place === 'caller' && row.needs === 'admin';
}

/** Refuses callers that may not touch this game as a whole. */
function requireGame(caller: Caller, game_id: string): void {
  const reaches = caller.kind === 'owner' || (caller.kind === 'cloud' && caller.game_id === game_id);
  if (!reaches) throw new AppError('API_FORBIDDEN', 'token.other-game');
}

/** Refuses callers that may not touch this namespace. */
function requireEnvironment(caller: Caller, game_id: string, namespace_id: string): void {
  if (caller.kind !== 'service') requireGame(caller, game_id);
  else if (caller.game_id !== game_id) throw new AppError('API_FORBIDDEN', 'token.other-namespace');
  const only = namespaceOf(caller);
  if (only !== undefined && only !== namespace_id) throw new AppError('API_FORBIDDEN', 'token.other-namespace');
}

/** The one namespace that a token is for, if it is for one. */
export function namespaceOf(caller: Caller): string | undefined {
  if (caller.kind === 'service') return caller.namespace_id;
  return caller.kind === 'cloud' ? caller.limits?.namespace_id : undefined;
}
