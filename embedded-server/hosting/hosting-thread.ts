// The hosting thread: runs the servers and keeps what they write, so that a flood of lines holds up nobody else.
import { workerData } from 'node:worker_threads';
import { createLogStore } from '../logs/log-store.ts';
import { createProcessRunner } from '../processes/runner.ts';
import { sendEvent, serveThread } from '../threads/serve-thread.ts';
import type { HostCalls, HostEvent, HostStart } from './host-messages.ts';
import { createHostedLogs } from './hosted-logs.ts';
import { createHosts } from './hosts.ts';

const { logFolder, processThread, listenWithinMs }: HostStart = workerData;
const tell = (event: HostEvent) => sendEvent(event);
const onProblem = (thrown: unknown) => {
  tell({ t: 'problem', what: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
};
const runner = createProcessRunner({ thread: new URL(processThread), onProblem });
const store = createLogStore({
  folder: logFolder,
  onAdvance: (serverId, { lines }) => tell({ t: 'log', serverId, last: lines }),
  onProblem: (serverId, sentence) => onProblem(`The log of server ${serverId}: ${sentence}`),
});
store.mendAll().catch(onProblem);
const logs = createHostedLogs(store);

serveThread<HostCalls>(createHosts({ runner, logs, tell, onProblem, listenWithinMs }));
