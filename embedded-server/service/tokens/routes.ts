// Answers the calls about tokens. What is not the caller's is refused before it is looked up.
import type { Token } from '../../../src-shared/service/tokens.ts';
import { requireEnvironment, requireGame } from '../../platform/access/scope.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import type { TokenService } from './service.ts';
import type { TokenRecord } from './store.ts';

type TokenRows = 'createCloudToken' | 'createServiceToken' | 'listTokens' | 'revokeToken';

export function tokenHandlers(tokens: TokenService): SomeHandlers<TokenRows> {
  return {
    createCloudToken: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      return tokens.create({ game_id: params.game_id, name: body.name });
    },
    createServiceToken: ({ params, body }, { caller }) => {
      requireEnvironment(caller, params.game_id, params.environment_id);
      return tokens.create({ game_id: params.game_id, namespace_id: params.environment_id, name: body.name });
    },
    listTokens: ({ params }, { caller }) => {
      requireGame(caller, params.game_id);
      return { tokens: tokens.list(params.game_id).map(shownToken) };
    },
    revokeToken: ({ params }, { caller }) => {
      requireGame(caller, params.game_id);
      tokens.revoke(params.game_id, params.token_id);
      return {};
    },
  };
}

function shownToken(record: TokenRecord): Token {
  return {
    token_id: record.token_id,
    kind: record.kind,
    name: record.name,
    ...(record.namespace_id === null ? {} : { environment_id: record.namespace_id }),
    create_ts: timestampOf(record.create_ts),
    ...(record.last_used_ts === null ? {} : { last_used_ts: timestampOf(record.last_used_ts) }),
  };
}
