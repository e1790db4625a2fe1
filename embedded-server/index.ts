// The public face of the service. Everything outside this folder imports this file and no other of it.
export { endServersLeft } from './after-crash.ts';
export { type CheckReport, checkDataFolder } from './data/check.ts';
export { type ExportReport, exportDataFolder } from './data/export.ts';
export { type ImportReport, importDataFolder } from './data/import.ts';
export { examineArchive, examineFolder, statedSize } from './doctor/doctor.ts';
export type { LogEntry } from './logging/log.ts';
export { checkPicture } from './pictures/sniff.ts';
export { createRelay } from './relay/create-relay.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { goneError } from './storage/data-errors.ts';
export { type FoundService, findRunningService } from './storage/find-running.ts';
export { findStoredFile } from './storage/find-stored-file.ts';
export { holdsData } from './storage/presence.ts';
export { bundledThreads } from './threads/scripts.ts';
export { expectedParts } from './uploads/reuse-cut.ts';
export type { FileToTake } from './uploads/take-file.ts';
