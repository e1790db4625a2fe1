// The hosting thread as the rest of the service sees it.
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import type { ServerLimits } from '../runner/server-limits.ts';
import type { HostingCalls, HostingEvent, HostingStart, ServerEvent } from './messages.ts';

export type HostOptions = HostListeners & {
  script: URL;
  /** Looks at processes. */
  processThread: URL;
  logFolder: string;
  listenWithinMs: number | undefined;
  serverLimits: ServerLimits;
};

type HostListeners = {
  onUsage(event: Extract<HostingEvent, { t: 'usage' }>): void;
  onLog(server_id: string, lastLine: number): void;
  onSdk(event: Extract<HostingEvent, { t: 'sdk' }>): void;
  onQueried(event: Extract<HostingEvent, { t: 'queried' }>): void;
  onProblem(thrown: unknown): void;
};

/** Whoever looks after the servers in the thread. */
export type RunListener = {
  onEvent(event: ServerEvent): void;
  /** The thread that held all servers is gone. */
  onLost(): void;
};

export type HostingThread = Thread<HostingCalls> & {
  /** Says who is told what happens to servers. Nothing happens to one before it is started. */
  attach(listener: RunListener): void;
};

export function openHostingThread(options: HostOptions): HostingThread {
  const data: HostingStart = {
    logFolder: options.logFolder,
    processThread: options.processThread.href,
    listenWithinMs: options.listenWithinMs,
    serverLimits: options.serverLimits,
  };
  let isUsed = false;
  let listener: RunListener | undefined;
  const thread = openThread<HostingCalls, HostingEvent>({
    script: options.script,
    name: 'hosting',
    data,
    onEvent: (event) => hearHosting(options, listener, event),
    onLost: (thrown) => {
      options.onProblem(thrown);
      listener?.onLost();
    },
  });
  return {
    attach: (attached) => {
      listener = attached;
    },
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

/** Tells what happens to servers to whom it concerns. */
export function hearHosting(options: HostListeners, listener: RunListener | undefined, event: HostingEvent): void {
  switch (event.t) {
    case 'usage':
      options.onUsage(event);
      break;
    case 'log':
      options.onLog(event.server_id, event.last);
      break;
    case 'sdk':
      options.onSdk(event);
      break;
    case 'queried':
      options.onQueried(event);
      break;
    case 'problem':
      options.onProblem(event.what);
      break;
    default:
      listener?.onEvent(event);
  }
}
