// Answers the calls about namespaces of a game.

import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { validationErrors } from '../../platform/validation/problems.ts';
import { type FindLastGood, namespaceSummary } from '../games/shapes.ts';
import { whoCalls } from './changed-by.ts';
import type { NamespaceService } from './service.ts';
import type { WholeNamespace } from './store.ts';

type Served =
  | 'validateNamespace'
  | 'createNamespace'
  | 'getNamespace'
  | 'renameNamespace'
  | 'deleteNamespace'
  | 'listVersionHistory'
  | 'compareNamespaceMoments'
  | 'orderNamespaces'
  | 'updateMatchmakerConfig'
  | 'validateMatchmakerConfig'
  | 'updateNamespaceVersion'
  | 'getHosting'
  | 'setHosting';

export function namespaceHandlers({ namespaces }: { namespaces: NamespaceService }): SomeHandlers<Served> {
  return {
    validateNamespace: ({ params, body }) => {
      return validationErrors(namespaces.validate(params.game_id, body));
    },
    createNamespace: ({ params, body }) => {
      return { namespace_id: namespaces.create(params.game_id, body) };
    },
    getNamespace: ({ params }) => {
      return { namespace: fullNamespace(namespaces.one(params), namespaces.lastGood) };
    },
    renameNamespace: ({ params, body }) => {
      namespaces.rename(params, body);
      return {};
    },
    deleteNamespace: async ({ params, query }) => {
      await namespaces.remove(params, { deletesKept: query.delete_kept === true });
      return {};
    },
    listVersionHistory: ({ params, query }) => {
      return { versions: namespaces.history(params, { offset: query.anchor ?? 0, limit: query.limit }) };
    },
    compareNamespaceMoments: ({ params, query }) => {
      const to = query.to === undefined ? Date.now() : Date.parse(query.to);
      return namespaces.diff(params, { from: Date.parse(query.from), to });
    },
    orderNamespaces: ({ params, body }) => {
      namespaces.order(params.game_id, body.namespace_ids);
      return {};
    },
    updateMatchmakerConfig: ({ params, body }, context) => {
      namespaces.setLimits(params, body, whoCalls(context));
      return {};
    },
    validateMatchmakerConfig: ({ params, body }) => {
      namespaces.one(params);
      return validationErrors([
        ...rangeProblems('lobby-count', body.lobby_count_max),
        ...rangeProblems('max-players', body.max_players),
      ]);
    },
    updateNamespaceVersion: ({ params, body }, context) => {
      namespaces.switchVersion(params, body.version_id, whoCalls(context));
      return {};
    },
    ...hostingHandlers(namespaces),
  };
}

function hostingHandlers(namespaces: NamespaceService): SomeHandlers<'getHosting' | 'setHosting'> {
  return {
    getHosting: ({ params }) => {
      const { server_count, on_version_switch, drain_limit, restart } = namespaces.one(params);
      return { hosting: { server_count, on_version_switch, drain_limit, restart } };
    },
    setHosting: ({ params, body }, context) => {
      namespaces.setHosting(params, body, whoCalls(context));
      return {};
    },
  };
}

function rangeProblems(field: string, value: number): string[][] {
  if (value < 0) return [[field, 'too-low']];
  return value > LARGEST_U32 ? [[field, 'too-high']] : [];
}

const LARGEST_U32 = 4_294_967_295;

function fullNamespace(namespace: WholeNamespace, lastGood: FindLastGood) {
  const { lobby_count_max, max_players } = namespace;
  // Strict clients of the original read these as signed 32-bit numbers.
  const each = Math.min(max_players, 2 ** 31 - 1);
  const matchmaker = {
    lobby_count_max,
    max_players,
    max_players_per_client: each,
    max_players_per_client_vpn: each,
    max_players_per_client_proxy: each,
    max_players_per_client_tor: each,
    max_players_per_client_hosting: each,
  };
  const cdn = {
    enable_domain_public_auth: true,
    domains: [],
    auth_type: 'none' as const,
    auth_user_list: [],
  };
  return { ...namespaceSummary(namespace, lastGood), config: { matchmaker, cdn, kv: {}, identity: {} } };
}
