// How many play, as servers of Quake 3's family say it (getstatus). Pure.
import type { Reading } from './reading.ts';

const HEAD = Buffer.from('ffffffff', 'hex');
const ANSWER = 'statusResponse\n';
/** Score, ping, and the name in quotes. */
const PLAYER = /^-?\d{1,9} (?<ping>-?\d{1,9}) "/;

export function askQuake3(): Buffer {
  return Buffer.concat([HEAD, Buffer.from('getstatus\n')]);
}

/** After the line of settings comes a line for each player. Bots have no ping. */
export function readQuake3(packet: Buffer): Reading {
  if (!packet.subarray(0, 4).equals(HEAD)) return 'unreadable';
  const text = packet.toString('latin1', 4);
  if (!text.startsWith(ANSWER)) return 'unreadable';
  const settings = text.indexOf('\n', ANSWER.length);
  if (settings < 0) return 'unreadable';
  const pings = text
    .slice(settings + 1)
    .split('\n')
    .map((line) => PLAYER.exec(line)?.groups?.['ping']);
  return { players: pings.filter((ping) => ping !== undefined && Number(ping) !== 0).length };
}
