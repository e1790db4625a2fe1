// Puts a host together, which runs one server for a service that is elsewhere. A face of its own, so that a host loads nothing of the
// service that it does not need.
import { createLog, type LogEntry } from './platform/logging/log.ts';
import { type HostOptions, type RunningHost, runHost } from './runtime/fleet-host/run-host.ts';
import { type ThreadScripts, threadScripts } from './thread-scripts.ts';

export type StartHostOptions = Omit<HostOptions, 'relayScript' | 'log'> & {
  threads?: Partial<ThreadScripts>;
  onLog: (entry: LogEntry) => void;
};

export function startHost({ threads, onLog, ...options }: StartHostOptions): RunningHost {
  return runHost({ ...options, relayScript: threadScripts(threads).relay, log: createLog(onLog) });
}
