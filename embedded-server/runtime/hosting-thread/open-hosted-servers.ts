// Servers with their logs, wherever they are looked after: in the hosting thread of a service, or in the one thread of a host.
import { createLogStore } from '../../files/logs/log-store.ts';
import type { ThreadHandlers } from '../../platform/threads/serve-thread.ts';
import { createHostedLogs } from './hosted-logs.ts';
import { createHostedServers, type HostedServersParts } from './hosted-servers.ts';
import type { HostingCalls } from './messages.ts';

type Parts = Omit<HostedServersParts, 'logs' | 'mended'> & { logFolder: string };

export function openHostedServers({ logFolder, ...parts }: Parts): ThreadHandlers<HostingCalls> {
  const { tell, onProblem } = parts;
  const store = createLogStore({
    folder: logFolder,
    onAdvance: (server_id, { lines }) => tell({ t: 'log', server_id, last: lines }),
    onProblem: (server_id, sentence) => onProblem(`The log of server ${server_id}: ${sentence}`),
  });
  const mended = store.mendAll().catch(onProblem);
  const logs = createHostedLogs(store, mended, onProblem);
  return createHostedServers({ ...parts, logs, mended });
}
