// The public face of the service. Everything outside this folder imports this file and no other of it.
export {
  type CheckReport,
  checkDataFolder,
  type ExportReport,
  endServersLeft,
  exportDataFolder,
  type ImportReport,
  importDataFolder,
  isEmptyFolder,
  listBackup,
  type RecordsCopy,
  type Restored,
  restoreBackup,
} from './data-folders.ts';
export { declaredSize, examineArchive, examineFolder } from './files/doctor/doctor.ts';
export { imageKindOf } from './files/images/image-content.ts';
export { readCertificate, type TlsFiles } from './platform/listening/certificate.ts';
export { type Exposure, isReachedByOthers, keepsItsPort, planExposure } from './platform/listening/exposure.ts';
export { listenOnPort } from './platform/listening/listen.ts';
export { portOwner } from './platform/listening/port-owner.ts';
export type { LogEntry } from './platform/logging/log.ts';
export { goneError } from './platform/storage/data-errors.ts';
export { type FoundService, findRunningService } from './platform/storage/find-running.ts';
export { findStoredFile } from './platform/storage/find-stored-file.ts';
export { lookAtRecords, type RecordsLook } from './platform/storage/look-at-records.ts';
export { holdsData } from './platform/storage/watch-data-folder.ts';
export { createRelay } from './runtime/relay/create-relay.ts';
export { findWall } from './runtime/walls/find-wall.ts';
export { type RunningServer, startServer } from './server.ts';
export type { ServerOptions } from './server-options.ts';
export type { BackupTarget } from './service/backup/places/open-place.ts';
export { checkPicture } from './service/pictures/sniff.ts';
export type { FileToTake } from './service/uploads/import-file.ts';
export { expectedParts } from './service/uploads/reuse-cut.ts';
export { bundledThreads } from './thread-scripts.ts';
