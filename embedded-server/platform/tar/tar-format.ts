// What readers and writers of tar archives have in common: blocks, padding and checksums. Pure.

/** Everything in a tar fills whole blocks. */
export const TAR_BLOCK = 512;
/** Two empty blocks, which say that nothing follows. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK);

export const SUM_AT = 148;
export const SUM_BYTES = 8;
const SPACE = 0x20;

/** How many zero bytes fill the last block of so many. */
export function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** The checksum of a header, its own place taken for spaces; and as some old tools add it up, with signed bytes. */
export function tarSums(header: Buffer): [sum: number, signedSum: number] {
  let sum = SUM_BYTES * SPACE;
  let signedSum = sum;
  for (let at = 0; at < TAR_BLOCK; at += 1) {
    if (at === SUM_AT) at += SUM_BYTES;
    const byte = header[at] ?? 0;
    sum += byte;
    signedSum += byte > 127 ? byte - 256 : byte;
  }
  return [sum, signedSum];
}
