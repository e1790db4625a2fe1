// Every path inside the data folder is built here, and none leaves it.
import path from 'node:path';

export type DataPaths = {
  readonly root: string;
  readonly lock: string;
  readonly database: string;
  readonly ownerToken: string;
  /** Of whoever collects figures, and may do nothing else. */
  readonly metricsToken: string;
  readonly folderKey: string;
  readonly running: string;
  /** Stands only while nobody has the folder open, and tells every changed byte. */
  readonly sealed: string;
  /** Room for what is not to be lost on a full disk; holds nothing. */
  readonly spare: string;
  readonly backups: string;
  /** Which number this folder's service was given in its continuous backup. */
  readonly backupGeneration: string;
  /** A copy of the records on its way into the continuous backup. */
  readonly backupDraft: string;
  /** Unfinished uploads, each one file that its parts are written into. */
  readonly uploads: string;
  /** Finished files, named by the SHA-256 of their bytes. */
  readonly blobs: string;
  /** Builds unpacked, shared by the servers that run them; made again from their blobs when they are gone. */
  readonly unpacked: string;
  /** Names of builds whose images an engine was given. */
  readonly images: string;
  /** The working folders of servers, each gone when its server has ended. */
  readonly servers: string;
  /** Folders of namespaces that outlive their servers. */
  readonly kept: string;
  /** What servers wrote, kept after their end. */
  readonly logs: string;
  /** A path below the folder, from parts that may come from outside. Throws when they would lead out of it. */
  inside(...parts: string[]): string;
};

export function dataPaths(folder: string): DataPaths {
  const root = path.resolve(folder);
  const inside = (...parts: string[]) => {
    const target = path.resolve(root, ...parts);
    const relative = path.relative(root, target);
    if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative) || target.includes('\0')) {
      throw new Error(`Path ${JSON.stringify(parts)} leads out of the data folder`);
    }
    return target;
  };
  return {
    root,
    lock: inside('lock.db'),
    database: inside('slipway.db'),
    ownerToken: inside('owner-token'),
    metricsToken: inside('metrics-token'),
    folderKey: inside('folder-key'),
    running: inside('running.json'),
    sealed: inside('sealed'),
    spare: inside('spare'),
    backups: inside('backups'),
    backupGeneration: inside('backup-generation.json'),
    backupDraft: inside('backup-draft.db'),
    uploads: inside('uploads'),
    blobs: inside('blobs'),
    unpacked: inside('unpacked'),
    images: inside('images'),
    servers: inside('servers'),
    kept: inside('kept'),
    logs: inside('logs'),
    inside,
  };
}
