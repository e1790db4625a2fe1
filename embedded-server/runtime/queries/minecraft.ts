// How many play, as Minecraft servers say it: Java in the status that the list of servers asks for, Bedrock in RakNet's unconnected
// ping. Pure.
import { playersOf, type Reading } from './reading.ts';

/** Any protocol will do for a status. */
const ANY_PROTOCOL = 0;
const STATUS = 1;
const MOST_VARINT_BYTES = 5;
/** With a picture in it, a status has some 20 kB. */
export const MOST_STATUS_BYTES = 262_144;

export function askMinecraft(host: string, port: number): Buffer {
  const address = Buffer.from(host);
  const portBytes = Buffer.from([port >> 8, port & 0xff]);
  const handshake = [varint(0), varint(ANY_PROTOCOL), varint(address.length), address, portBytes, varint(STATUS)];
  return Buffer.concat([framed(Buffer.concat(handshake)), framed(varint(0))]);
}

/** All that came so far. */
export function readMinecraft(bytes: Buffer): Reading {
  const length = readVarint(bytes, 0);
  if (typeof length === 'string') return length;
  if (length.value > MOST_STATUS_BYTES) return 'unreadable';
  if (bytes.length < length.next + length.value) return 'unfinished';
  const body = bytes.subarray(length.next, length.next + length.value);
  const id = readVarint(body, 0);
  if (typeof id === 'string' || id.value !== 0) return 'unreadable';
  const size = readVarint(body, id.next);
  if (typeof size === 'string' || size.next + size.value > body.length) return 'unreadable';
  return playersIn(body.toString('utf8', size.next, size.next + size.value));
}

function playersIn(text: string): Reading {
  try {
    const status: { players?: { online?: unknown } } | null = JSON.parse(text);
    return playersOf(status?.players?.online);
  } catch {
    return 'unreadable'; // no JSON, or so deep that nobody can read it
  }
}

function framed(body: Buffer): Buffer {
  return Buffer.concat([varint(body.length), body]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer, from: number): { value: number; next: number } | 'unfinished' | 'unreadable' {
  let value = 0;
  for (let index = 0; index < MOST_VARINT_BYTES; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return 'unfinished';
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: from + index + 1 };
  }
  return 'unreadable';
}

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
