// Reads the record that npm itself leaves in node_modules as the last act of an install, so that an install done by hand
// ("npm ci", "npm install") need not be repeated.
import { statSync } from 'node:fs';
import path from 'node:path';
import { modulesFolder, projectRoot, readJson } from './project.mjs';

const recordFile = path.join(modulesFolder, '.package-lock.json');
/** Electron's installer writes into its own package later, when it fetches the binary. */
const changedLater = 'node_modules/electron';

/** Whether npm finished installing just what the lock file says, and nothing was removed or half written since. */
export function isInstalledByNpm() {
  const record = readJson(recordFile);
  if (!record) return false;
  const { packages } = readJson(path.join(projectRoot, 'package-lock.json'));
  const recordedAt = statSync(recordFile).mtimeMs;
  return Object.entries(packages).every(([folder, locked]) => {
    if (folder === '' || (locked.optional && !record.packages[folder])) return true;
    return record.packages[folder]?.version === locked.version && isUntouchedSince(folder, recordedAt);
  });
}

/**
 * @param {string} folder
 * @param {number} time
 */
function isUntouchedSince(folder, time) {
  const changedAt = statSync(path.join(projectRoot, folder), { throwIfNoEntry: false })?.mtimeMs;
  return changedAt !== undefined && (changedAt <= time || folder === changedLater);
}
