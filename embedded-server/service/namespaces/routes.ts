// Answers the calls about namespaces of a game.

import { requireGame } from '../../platform/access/scope.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import { validationErrors } from '../../platform/validation/problems.ts';
import { namespaceSummary } from '../games/shapes.ts';
import type { NamespaceService } from './service.ts';
import type { WholeNamespace } from './store.ts';

type Served =
  | 'validateNamespace'
  | 'createNamespace'
  | 'getNamespace'
  | 'renameNamespace'
  | 'deleteNamespace'
  | 'listVersionHistory'
  | 'updateMatchmakerConfig'
  | 'updateNamespaceVersion'
  | 'getHosting'
  | 'setHosting';

export function namespaceHandlers({ namespaces }: { namespaces: NamespaceService }): SomeHandlers<Served> {
  return {
    validateNamespace: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      return validationErrors(namespaces.validate(params.game_id, body));
    },
    createNamespace: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      return { namespace_id: namespaces.create(params.game_id, body) };
    },
    getNamespace: ({ params }, { caller }) => {
      requireGame(caller, params.game_id);
      return { namespace: fullNamespace(namespaces.one(params)) };
    },
    renameNamespace: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      namespaces.rename(params, body);
      return {};
    },
    deleteNamespace: async ({ params, query }, { caller }) => {
      requireGame(caller, params.game_id);
      await namespaces.remove(params, { deletesKept: query.delete_kept === true });
      return {};
    },
    listVersionHistory: ({ params, query }, { caller }) => {
      requireGame(caller, params.game_id);
      const entries = namespaces.history(params, { offset: query.anchor ?? 0, limit: query.limit });
      return { versions: entries.map((entry) => ({ ...entry, deploy_ts: timestampOf(entry.deploy_ts) })) };
    },
    updateMatchmakerConfig: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      namespaces.setLimits(params, body);
      return {};
    },
    updateNamespaceVersion: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      namespaces.switchVersion(params, body.version_id);
      return {};
    },
    ...hostingHandlers(namespaces),
  };
}

function hostingHandlers(namespaces: NamespaceService): SomeHandlers<'getHosting' | 'setHosting'> {
  return {
    getHosting: ({ params }, { caller }) => {
      requireGame(caller, params.game_id);
      const { server_count, on_version_switch, drain_limit, restart } = namespaces.one(params);
      return { hosting: { server_count, on_version_switch, drain_limit, restart } };
    },
    setHosting: ({ params, body }, { caller }) => {
      requireGame(caller, params.game_id);
      namespaces.setHosting(params, body);
      return {};
    },
  };
}

function fullNamespace(namespace: WholeNamespace) {
  const { lobby_count_max, max_players } = namespace;
  return { ...namespaceSummary(namespace), config: { matchmaker: { lobby_count_max, max_players } } };
}
