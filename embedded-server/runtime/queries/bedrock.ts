// How many play, as Minecraft Bedrock servers say it (RakNet's unconnected ping). Pure.
import { playersOf, type Reading } from './reading.ts';

const MAGIC = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex');
const PING = 0x01;
const PONG = 0x1c;
/** The number, two times eight bytes, and the magic. */
const TEXT_AT = 33;
/** Edition, message, protocol, version, players. */
const PLAYERS_FIELD = 4;

export function askBedrock(): Buffer {
  return Buffer.concat([Buffer.from([PING]), Buffer.alloc(8), MAGIC, Buffer.alloc(8)]);
}

export function readBedrock(packet: Buffer): Reading {
  if (packet.length < TEXT_AT + 2 || packet[0] !== PONG || !packet.subarray(17, TEXT_AT).equals(MAGIC))
    return 'unreadable';
  const end = TEXT_AT + 2 + packet.readUInt16BE(TEXT_AT);
  if (end > packet.length) return 'unreadable';
  // A semicolon within a text stands after a backslash.
  const field = packet.toString('utf8', TEXT_AT + 2, end).split(/(?<!\\);/)[PLAYERS_FIELD] ?? '';
  return /^\d{1,6}$/.test(field) ? playersOf(Number(field)) : 'unreadable';
}
