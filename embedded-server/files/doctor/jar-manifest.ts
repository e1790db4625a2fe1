// Takes a jar's own manifest out of the jar's first bytes: tools put it first, so the rest need not be read.
import { constants, inflateRawSync } from 'node:zlib';

const LOCAL_ENTRY = 0x0403_4b50;
const HEAD = 30;
const NAME = 'META-INF/MANIFEST.MF';
const STORED = 0;
const DEFLATED = 8;
const MOST_ENTRIES = 16;
const MOST_BYTES = 65_536;

/** The manifest's text, if it is among the first entries. */
export function jarManifest(head: Buffer): string | undefined {
  let at = 0;
  for (let entry = 0; entry < MOST_ENTRIES && at + HEAD <= head.length; entry += 1) {
    if (head.readUInt32LE(at) !== LOCAL_ENTRY) return undefined;
    const [method, packed] = [head.readUInt16LE(at + 8), head.readUInt32LE(at + 18)];
    const nameEnd = at + HEAD + head.readUInt16LE(at + 26);
    const start = nameEnd + head.readUInt16LE(at + 28);
    const name = head.toString('utf8', at + HEAD, nameEnd);
    if (name === NAME) return unpack(head.subarray(start), method, packed);
    const hasSizeBehind = (head.readUInt16LE(at + 6) & 8) !== 0 && !name.endsWith('/');
    if (hasSizeBehind) return undefined;
    at = start + packed;
  }
  return undefined;
}

/** A size of zero stands for one that comes behind the bytes; packed bytes know their own end. */
function unpack(bytes: Buffer, method: number, packed: number): string | undefined {
  if (method === STORED) return bytes.toString('utf8', 0, Math.min(packed, MOST_BYTES));
  if (method !== DEFLATED) return undefined;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_BYTES };
    // oxlint-disable-next-line node/no-sync -- a few hundred bytes, in a thread of its own
    return inflateRawSync(packed === 0 ? bytes : bytes.subarray(0, packed), options).toString('utf8');
  } catch {
    return undefined; // a damaged jar names no main class
  }
}
