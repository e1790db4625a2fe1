// Work on a data folder that is not in use, for the command line.
export {
  type CheckReport,
  checkDataFolder,
  exportDataFolder,
  importDataFolder,
} from '../../../embedded-server/index.ts';
