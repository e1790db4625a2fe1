// The server's log: one line for each thing that happened, with its time and level. Warnings and errors go to stderr.

/** @typedef {ReturnType<typeof createLog>} Log */

const LEVELS = ['debug', 'info', 'warn', 'error'];

/** @param {string} lowest the level that is just still written */
export function createLog(lowest = 'info') {
  const from = Math.max(0, LEVELS.indexOf(lowest));
  /** @param {string} level @param {string} text */
  const write = (level, text) => {
    if (LEVELS.indexOf(level) < from) return;
    const stream = level === 'warn' || level === 'error' ? process.stderr : process.stdout;
    stream.write(`${new Date().toISOString()} ${level.toUpperCase().padEnd(5)} ${text}\n`);
  };
  return {
    /** @param {string} text */
    info: (text) => write('info', text),
    /** @param {string} text */
    debug: (text) => write('debug', text),
    /** @param {string} text */
    warn: (text) => write('warn', text),
    /** @param {string} text */
    error: (text) => write('error', text),
  };
}
