// XXH32, the checksum within LZ4 frames. Follows the public description of the algorithm.

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;
const STRIPE = 16;

export type Xxhash32 = { update(bytes: Buffer): void; digest(): number };

export function createXxhash32(): Xxhash32 {
  const accumulators = new Int32Array([PRIME_1 + PRIME_2, PRIME_2, 0, -PRIME_1]);
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;
  return {
    update: (bytes) => {
      total += bytes.length;
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % STRIPE);
      addStripes(accumulators, all, whole);
      rest = Buffer.from(all.subarray(whole)); // copied, as the bytes may be written over
    },
    digest: () => finish(total >= STRIPE ? merged(accumulators) : PRIME_5, total, rest),
  };
}

export function xxhash32(bytes: Buffer): number {
  const hash = createXxhash32();
  hash.update(bytes);
  return hash.digest();
}

function addStripes(accumulators: Int32Array, bytes: Buffer, end: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = accumulators;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < end; at += STRIPE) {
    a = round(a, view.getInt32(at, true));
    b = round(b, view.getInt32(at + 4, true));
    c = round(c, view.getInt32(at + 8, true));
    d = round(d, view.getInt32(at + 12, true));
  }
  accumulators.set([a, b, c, d]);
}

function round(accumulator: number, word: number): number {
  const sum = (accumulator + Math.imul(word, PRIME_2)) | 0;
  return Math.imul((sum << 13) | (sum >>> 19), PRIME_1);
}

function merged(accumulators: Int32Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = accumulators;
  return (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
}

function finish(start: number, total: number, rest: Buffer): number {
  let hash = (start + (total | 0)) | 0;
  let at = 0;
  for (; at + 4 <= rest.length; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(rest.readInt32LE(at), PRIME_3)) | 0, 17), PRIME_4);
  }
  for (; at < rest.length; at += 1) {
    hash = Math.imul(rotate((hash + Math.imul(rest.readUInt8(at), PRIME_5)) | 0, 11), PRIME_1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
