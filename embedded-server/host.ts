// Puts a host together, which runs one server for a service that is elsewhere. Loaded when one is started: no service needs it.
import { createLog, type LogEntry } from './platform/logging/log.ts';
import type { HostOptions, RunningHost } from './runtime/fleet-host/run-host.ts';
import { type ThreadScripts, threadScripts } from './thread-scripts.ts';

export type StartHostOptions = Omit<HostOptions, 'threads' | 'log'> & {
  threads?: Partial<ThreadScripts>;
  onLog: (entry: LogEntry) => void;
};

export async function startHost({ threads, onLog, ...options }: StartHostOptions): Promise<RunningHost> {
  const { runHost } = await import('./runtime/fleet-host/run-host.ts');
  return runHost({ ...options, threads: threadScripts(threads), log: createLog(onLog) });
}
