// Says whom the caller's token speaks for.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Agent } from '../../../src-shared/service/tokens.ts';
import type { Caller } from '../../platform/access/callers.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { OWNER_IDENTITY } from '../groups/shapes.ts';
import { shownLimits } from '../tokens/routes.ts';

export function accessHandlers(): SomeHandlers<'inspectAuth'> {
  return { inspectAuth: (_request, { caller }) => ({ agent: agentOf(caller) }) };
}

function agentOf(caller: Caller): Agent {
  switch (caller.kind) {
    case 'owner':
      return { owner: {}, identity: { identity_id: OWNER_IDENTITY } };
    case 'cloud':
      return { game_cloud: { game_id: caller.game_id, ...shownLimits(caller.limits) } };
    case 'service':
      return { env_service: { game_id: caller.game_id, environment_id: caller.namespace_id } };
    case 'anyone':
      throw new AppError('API_UNAUTHORIZED');
  }
}
