// The public face of the service. Everything outside this folder imports this file and no other of it.
export type { LogEntry } from './logging/log.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { findRunningService, type FoundService } from './storage/find-running.ts';
