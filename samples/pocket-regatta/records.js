// The best race ever sailed here. It is kept in a folder that outlives the server ("keep" in slipway.json).
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {{ name: string, seconds: number }} Best */
/** @typedef {Awaited<ReturnType<typeof openRecords>>} Records */

/** @param {string} folder @param {import('./log.js').Log} log */
export async function openRecords(folder, log) {
  const file = path.join(folder, 'best.json');
  let best = await read(file, log);
  if (best !== undefined) log.info(`the record is ${best.seconds.toFixed(1)} s, by ${best.name}`);
  let writing = Promise.resolve();
  return {
    best: () => best,
    /** @param {string} name @param {number} seconds */
    finished: (name, seconds) => {
      if (best !== undefined && best.seconds <= seconds) return;
      const next = { name, seconds };
      best = next;
      log.info(`a new record: ${seconds.toFixed(1)} s, by ${name}`);
      writing = writing
        .then(() => write(folder, file, next))
        .catch((error) => {
          log.warn(`the record cannot be kept: ${String(error)}`);
        });
    },
  };
}

/** @param {string} file @param {import('./log.js').Log} log @returns {Promise<Best | undefined>} */
async function read(file, log) {
  try {
    const { name, seconds } = JSON.parse(await readFile(file, 'utf8'));
    return typeof name === 'string' && typeof seconds === 'number' ? { name, seconds } : undefined;
  } catch (error) {
    if (!isMissing(error)) log.warn(`the record cannot be read: ${String(error)}`);
    return undefined;
  }
}

/** Under another name first: a server that is killed meanwhile leaves the old one. @param {string} folder @param {string} file @param {Best} best */
async function write(folder, file, best) {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(best));
  await rename(`${file}.new`, file);
}

/** @param {unknown} error */
function isMissing(error) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
