// Work on a data folder that is not in use, for the command line.
export {
  type BackupTarget,
  type CheckReport,
  checkDataFolder,
  exportDataFolder,
  importDataFolder,
  isEmptyFolder,
  listBackup,
  type RecordsCopy,
  type Restored,
  restoreBackup,
} from '../../../embedded-server/index.ts';
