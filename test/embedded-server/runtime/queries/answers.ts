// Answers to queries as servers of these games send them, for tests.
const HEAD = Buffer.from('ffffffff', 'hex');

export const sourceChallenge = Buffer.concat([HEAD, Buffer.from('410a0b0c0d', 'hex')]);

export function sourceInfo(players: number, bots: number): Buffer {
  const texts = Buffer.from('Name\0map\0folder\0Game\0');
  const rest = Buffer.from([0xda, 0x02, players, 32, bots, 0x64, 0x6c, 0, 1]);
  return Buffer.concat([HEAD, Buffer.from([0x49, 17]), texts, rest]);
}

export function quake3Status(lines: readonly string[]): Buffer {
  const text = ['statusResponse', '\\sv_maxclients\\8\\mapname\\q3dm1', ...lines, ''].join('\n');
  return Buffer.concat([HEAD, Buffer.from(text)]);
}

export function minecraftStatus(status: unknown, text = JSON.stringify(status)): Buffer {
  const body = Buffer.from(text);
  const inner = Buffer.concat([Buffer.from([0]), varint(body.length), body]);
  return Buffer.concat([varint(inner.length), inner]);
}

export function bedrockPong(text: string): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(Buffer.byteLength(text));
  const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex');
  return Buffer.concat([Buffer.from([0x1c]), Buffer.alloc(16), magic, size, Buffer.from(text)]);
}

/** Three bytes always, which the protocol allows. */
function varint(value: number): Buffer {
  return Buffer.from([(value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, value >> 14]);
}
