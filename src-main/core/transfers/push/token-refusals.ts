// Why a token may not do a push, found out before the packing, which may take minutes.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { EndpointName } from '../../../../src-shared/service/contract.ts';
import { type Message, messageFor } from '../../../../src-shared/text/message.ts';
import { mayCall, scopeOf, type TokenReach } from '../../instances/capabilities.ts';
import type { PushOptions } from './push.ts';

/** Without a place the game would be created. */
export type Pushing = { place: Pick<PushOptions, 'namespace'> | undefined; switches: boolean };

/** None where the instance does not tell what the token may do. */
export function tokenRefusals({ place, switches }: Pushing, token: TokenReach | undefined): AppError[] {
  if (token === undefined) return [];
  const { environment_id: only } = token;
  if (only !== undefined && place !== undefined && place.namespace.namespace_id !== only) {
    return [new AppError('API_FORBIDDEN', 'token.other-namespace')];
  }
  const scope = scopeOf(token);
  const refused = (row: EndpointName, message: Message) =>
    mayCall(token, row) ? [] : [new AppError('API_FORBIDDEN', message)];
  return [
    ...(place === undefined ? refused('createGame', messageFor('token.may-not-make-game', { scope })) : []),
    ...refused('prepareBuild', messageFor('token.may-not-send-build', { scope })),
    ...(switches ? refused('updateNamespaceVersion', messageFor('token.may-not-switch', { scope })) : []),
  ];
}
