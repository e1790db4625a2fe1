// What hosting does when something is asked of a namespace: another version, other servers, other limits, or its end.
import type { MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import type { EndedServers } from '../replicas/ended-servers.ts';
import type { Outcomes } from '../replicas/outcomes.ts';
import type { ReplicaController } from '../replicas/replica-controller.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { Supervisor } from '../server-runs/supervisor.ts';
import type { Players } from '../watching/players.ts';
import type { LimitTeller } from './tell-limits.ts';

/** What the service of namespaces tells hosting. */
export type NamespaceHosting = {
  /** Something new was asked of it: what went wrong before no longer counts. */
  onReconfigured(namespace_id: string): void;
  /** It runs another version from now on. */
  onSwitched(namespace_id: string): void;
  onLimits(namespace_id: string, limits: MatchmakerConfig): void;
  /** Ends its servers, begins no more, and calls `remove` when none is left. */
  onRemove(namespace_id: string, remove: () => void): Promise<void>;
};

type Parts = {
  records: ServerRecords;
  supervisor: Supervisor;
  replicaController: ReplicaController;
  players: Players;
  limits: LimitTeller;
  endedServers: EndedServers;
  outcomes: Outcomes;
};

export function forNamespaces({
  records,
  supervisor,
  replicaController,
  players,
  limits,
  endedServers,
  outcomes,
}: Parts): NamespaceHosting {
  return {
    onReconfigured: replicaController.reconcileNow,
    onSwitched: replicaController.switched,
    onLimits: (namespace_id, { max_players: limit }) => {
      for (const { server_id: id } of records.living(namespace_id)) players.setLimit(id, limit);
      limits.tell(namespace_id, limit);
      replicaController.reconcileNow(namespace_id);
    },
    onRemove: async (namespace_id, remove) => {
      replicaController.leave(namespace_id);
      try {
        const alive = records.living(namespace_id).map(({ server_id: id }) => id);
        for (const id of alive) supervisor.stop(id, 'slipway', 0);
        await Promise.all(alive.map(supervisor.ended));
        await endedServers.forgetAll(namespace_id);
        outcomes.forget(namespace_id);
        remove();
      } finally {
        replicaController.hasLeft(namespace_id);
      }
    },
  };
}
