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
  if (word === 'players') log.info(players().join(', ') || 'nobody is on the water');
  else if (word === 'record') log.info(record());
  else if (word === 'say' && rest !== '') say(rest);
  else if (word === 'stop') stop();
  else if (word !== '') log.info('type players, record, say TEXT or stop');
}
