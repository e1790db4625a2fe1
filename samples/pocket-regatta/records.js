// The best race ever sailed here. It is kept in a folder that outlives the server ("keep" in slipway.json).
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ name: string, seconds: number }} Best */
/** @typedef {ReturnType<typeof openRecords>} Records */

/** @param {string} folder @param {import('./log.js').Log} log */
export function openRecords(folder, log) {
  const file = path.join(folder, 'best.json');
  let best = read(file, log);
  if (best !== undefined) log.info(`the record is ${best.seconds.toFixed(1)} s, by ${best.name}`);
  return {
    best: () => best,
    /** @param {string} name @param {number} seconds */
    finished: (name, seconds) => {
      if (best !== undefined && best.seconds <= seconds) return;
      best = { name, seconds };
      log.info(`a new record: ${seconds.toFixed(1)} s, by ${name}`);
      write(folder, file, best, log);
    },
  };
}

/** @param {string} file @param {import('./log.js').Log} log @returns {Best | undefined} */
function read(file, log) {
  try {
    const { name, seconds } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof name === 'string' && typeof seconds === 'number' ? { name, seconds } : undefined;
  } catch (error) {
    if (!isMissing(error)) log.warn(`the record cannot be read: ${String(error)}`);
    return undefined;
  }
}

/** Under another name first: a server that is killed meanwhile leaves the old one. @param {string} folder @param {string} file @param {Best} best @param {import('./log.js').Log} log */
function write(folder, file, best, log) {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(best));
    renameSync(`${file}.new`, file);
  } catch (error) {
    log.warn(`the record cannot be kept: ${String(error)}`);
  }
}

/** @param {unknown} error */
function isMissing(error) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
