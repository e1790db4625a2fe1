// The hosting thread as the rest of the service sees it.
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import type { ServerEvent } from '../server-runs/server-control.ts';
import type { HostCalls, HostEvent, HostStart } from './messages.ts';

export type HostOptions = {
  script: URL;
  processThread: URL;
  logFolder: string;
  listenWithinMs: number | undefined;
  onEvent(event: ServerEvent): void;
  onUsage(event: Extract<HostEvent, { t: 'usage' }>): void;
  onLog(serverId: string, lastLine: number): void;
  onLost(): void;
  onProblem(thrown: unknown): void;
};
export type HostThread = Thread<HostCalls>;

export function openHost(options: HostOptions): HostThread {
  const data: HostStart = {
    logFolder: options.logFolder,
    processThread: options.processThread.href,
    listenWithinMs: options.listenWithinMs,
  };
  let isUsed = false;
  const thread = openThread<HostCalls, HostEvent>({
    script: options.script,
    name: 'hosting',
    data,
    onEvent: (event) => hear(options, event),
    onLost: (thrown) => {
      options.onProblem(thrown);
      options.onLost();
    },
  });
  return {
    call: (name, input, signal) => {
      isUsed = true;
      return thread.call(name, input, signal);
    },
    close: async () => {
      if (isUsed) await thread.call('close', undefined).catch(options.onProblem);
      await thread.close();
    },
  };
}

function hear(options: HostOptions, event: HostEvent): void {
  switch (event.t) {
    case 'usage':
      options.onUsage(event);
      break;
    case 'log':
      options.onLog(event.serverId, event.last);
      break;
    case 'problem':
      options.onProblem(event.what);
      break;
    default:
      options.onEvent(event);
  }
}
