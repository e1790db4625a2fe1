// Instances for tests, in the states that pages are drawn for.
import type { InstanceIn, LocalView, RemoteView } from '../../../src-shared/instances/bridge.ts';

const unmarked = { is_read_only: false, protected_namespaces: [] };

/** The id of Local. */
export const localId = 'local';

/** Local, running on its usual port. */
export const runningLocal: LocalView & InstanceIn<'connected'> = {
  id: localId,
  name: 'Local',
  kind: 'local',
  state: 'connected',
  url: 'http://127.0.0.1:7420',
  port: 7420,
  ready_ms: 812,
  version: '0.1.0',
  data_folder: '/home/ada/.local/share/slipway',
  free_bytes: 212_400_000_000,
  ...unmarked,
};

/** Local, stopped by damaged data. */
export const stoppedLocal: LocalView & InstanceIn<'stopped'> = {
  id: localId,
  name: 'Local',
  kind: 'local',
  state: 'stopped',
  problem: { code: 'DATA_FOLDER_DAMAGED', message: 'The data folder is damaged.' },
  data_folder: '/home/ada/slipway',
  fresh_folder: '/home/ada/slipway-2',
  ...unmarked,
};

/** A remote that answers. */
export const stagingEu: RemoteView & InstanceIn<'connected'> = {
  id: 'eu',
  name: 'Staging EU',
  kind: 'remote',
  state: 'connected',
  url: 'https://eu.example',
  in_the_clear: false,
  ...unmarked,
};

/** How an instance is while it does not answer. */
export function lost(name: string, retryAt: number) {
  const problem = { code: 'INSTANCE_UNREACHABLE', message: `${name} does not answer.` };
  return { state: 'reconnecting', problem, retry_at: retryAt } as const;
}
