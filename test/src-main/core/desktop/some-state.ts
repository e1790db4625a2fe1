// States of the desktop, as tests of it need them.
import type { DesktopState, PlacedServer } from '../../../../src-main/core/desktop/state.ts';
import type { ServerState } from '../../../../src-shared/service/servers.ts';
import { type TransferView, transferView } from '../../../../src-shared/transfers/bridge.ts';

export function someServer(
  id: string,
  state: ServerState,
  gameName = 'Tidebreak',
  change: Partial<PlacedServer['server']> = {},
): PlacedServer {
  const server = {
    id,
    environment: 'n',
    datacenter: 'd',
    created_at: 1,
    tags: {},
    lifecycle: {},
    state,
    network: { ports: {} },
    resources: { cpu: 1, memory: 1 },
    runtime: { build: 'b' },
    ...change,
  };
  return { server, game_id: `game of ${gameName}`, gameName, namespace_id: 'n' };
}

type PartOf<T> = T extends unknown ? Partial<T> : never;

export function someTransfer(
  id: string,
  status: TransferView['status'],
  change: PartOf<TransferView> = {},
): TransferView {
  return transferView.parse({
    id,
    status,
    position: 0,
    ended_at: 1,
    worked_ms: 1,
    bytes_per_second: 0,
    tries: 1,
    source_changed: false,
    bytes_reused: 0,
    paused: { by: 'person', at: 1 },
    trouble: { problem: { code: 'ERROR', message: '' }, tries: 1, next_try_at: 1 },
    problem: { code: 'ERROR', message: '' },
    remedies: [],
    instance_id: 'r',
    game_id: 'g',
    namespace_id: 'n',
    name: `v-${id}`,
    source_name: 'build',
    created_at: 1,
    step: 'parts',
    switches: false,
    bytes_total: 100,
    bytes_verified: 0,
    bytes_sent: 0,
    bytes_kept: 0,
    bytes_live: 0,
    bytes_on_wire: 0,
    parts: { pending: 0, sending: 0, sent: 0, verified: 0 },
    ...change,
  });
}

export function someState(change: Partial<DesktopState> = {}): DesktopState {
  return { instances: [], transfers: [], servers: [], isPartial: false, since: 10, ...change };
}
