// The public face of the service. Everything outside this folder imports this file and no other of it.
export type { LogEntry } from './logging/log.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { type FoundService, findRunningService } from './storage/find-running.ts';
