// Answers the calls about tokens. What is not the caller's is refused before it is looked up.
import type { Token } from '../../../src-shared/service/tokens.ts';
import type { Limits } from '../../platform/access/callers.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import { limitsOf, type TokenService } from './service.ts';
import type { TokenRecord } from './store.ts';

type TokenRows = 'createToken' | 'createCloudToken' | 'createServiceToken' | 'listTokens' | 'revokeToken';

export function tokenHandlers(tokens: TokenService): SomeHandlers<TokenRows> {
  return {
    createToken: ({ params: { game_id }, body }, { caller }) => {
      const { can, name, environment_id: namespace_id, expires_in } = body;
      const { expire_ts, ...made } = tokens.create({ game_id, namespace_id, name, can, expires_in }, caller);
      return { ...made, ...shownLimits({ can, namespace_id, expire_ts }), can };
    },
    createCloudToken: ({ params, body }, { caller }) => {
      const { token, token_id } = tokens.create({ game_id: params.game_id, name: body.name }, caller);
      return { token, token_id };
    },
    createServiceToken: ({ params: { game_id, environment_id: namespace_id }, body }, { caller }) => {
      const { token, token_id } = tokens.create({ game_id, namespace_id, name: body.name }, caller);
      return { token, token_id };
    },
    listTokens: ({ params }) => {
      return { tokens: tokens.list(params.game_id).map(shownToken) };
    },
    revokeToken: ({ params }) => {
      tokens.revoke(params.game_id, params.token_id);
      return {};
    },
  };
}

type ShownLimits = Pick<Token, 'can' | 'environment_id' | 'expire_ts'>;

/** How the interface writes the limits of a token. */
export function shownLimits(limits: Unset<Limits> | undefined): ShownLimits {
  if (limits === undefined) return {};
  const { can, namespace_id, expire_ts } = limits;
  return {
    ...(can === undefined ? {} : { can: [...can] }),
    ...(namespace_id === undefined ? {} : { environment_id: namespace_id }),
    ...(expire_ts === undefined ? {} : { expire_ts: timestampOf(expire_ts) }),
  };
}

type Unset<T> = { [K in keyof T]?: T[K] | undefined };

function shownToken(record: TokenRecord): Token {
  return {
    token_id: record.token_id,
    kind: record.kind,
    name: record.name,
    ...shownLimits({
      can: limitsOf(record)?.can,
      namespace_id: record.namespace_id ?? undefined,
      expire_ts: record.expire_ts ?? undefined,
    }),
    create_ts: timestampOf(record.create_ts),
    ...(record.last_used_ts === null ? {} : { last_used_ts: timestampOf(record.last_used_ts) }),
  };
}
