// What a person may type into the server: players, record, say TEXT, stop.
import { createInterface } from 'node:readline';

/** @typedef {{ players(): string[], record(): string, say(text: string): void, stop(): void }} Commands */

/** @param {import('./log.js').Log} log @param {Commands} commands */
export function listenToConsole(log, commands) {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => take(line.trim(), log, commands));
  return { close: () => lines.close() };
}

/** @param {string} line @param {import('./log.js').Log} log @param {Commands} commands */
function take(line, log, { players, record, say, stop }) {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(line) ?? [];
  switch (word) {
    case 'players':
      return log.info(players().join(', ') || 'nobody is on the water');
    case 'record':
      return log.info(record());
    case 'say':
      return say(rest);
    case 'stop':
      return stop();
    default:
      return log.info('type players, record, say TEXT or stop');
  }
}
