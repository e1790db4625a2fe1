// How many play, as servers of the Source family say it (A2S_INFO). Pure.
// https://developer.valvesoftware.com/wiki/Server_queries
import type { Reading } from './reading.ts';

const HEAD = Buffer.from('ffffffff', 'hex');
const ASK = Buffer.concat([HEAD, Buffer.from('TSource Engine Query\0')]);
const CHALLENGE = 0x41;
const INFO = 0x49;
/** After the texts: the id of the game takes two bytes, and then come players, places and bots. */
const TEXTS = 4;
const TO_PLAYERS = 2;
const TO_BOTS = 4;

export function askSource(challenge: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([ASK, challenge]);
}

/** Bots are not people. */
export function readSource(packet: Buffer): Reading | { challenge: Buffer } {
  if (packet.length < 5 || !packet.subarray(0, 4).equals(HEAD)) return 'unreadable';
  if (packet[4] === CHALLENGE) return packet.length < 9 ? 'unreadable' : { challenge: packet.subarray(5, 9) };
  if (packet[4] !== INFO) return 'unreadable';
  let at = 6;
  for (let text = 0; text < TEXTS; text += 1) {
    const end = packet.indexOf(0, at);
    if (end < 0) return 'unreadable';
    at = end + 1;
  }
  const players = packet[at + TO_PLAYERS];
  const bots = packet[at + TO_BOTS];
  return players === undefined || bots === undefined ? 'unreadable' : { players: Math.max(0, players - bots) };
}
