// Counts newlines, four bytes at a time: the one look that ingestion takes at every byte.

const NEWLINE = 0x0a;
const FOUR_NEWLINES = 0x0a0a0a0a;

/** How many newlines are in the first `length` bytes. */
export function countLines(bytes: Buffer, length: number): number {
  const head = Math.min(length, -bytes.byteOffset & 3);
  const words = (length - head) >> 2;
  const tail = head + words * 4;
  return (
    countOneByOne(bytes, 0, head) +
    formatCountIn(new Int32Array(bytes.buffer, bytes.byteOffset + head, words)) +
    countOneByOne(bytes, tail, length)
  );
}

function countOneByOne(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] === NEWLINE) count += 1;
  return count;
}

/** The exclusive or makes newlines zero. The first test says whether there is one, which is rare; the second which ones. */
function formatCountIn(words: Int32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? 0) ^ FOUR_NEWLINES;
    if (((word - 0x01010101) & ~word & 0x80808080) === 0) continue;
    const zeros = ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) & 0x80808080;
    count += ((zeros >>> 7) & 1) + ((zeros >>> 15) & 1) + ((zeros >>> 23) & 1) + (zeros >>> 31);
  }
  return count;
}
