// Tells from the first bytes of a file what it is: a program, a script, an archive.

export const HEAD_BYTES = 512;

const ELF = 0x7f454c46;
/** Mach-O for one processor of either width and byte order. */
const MACH_O = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
const MACH_O_FAT = new Set([0xcafebabe, 0xcafebabf]);
/** Java's classes begin like a fat Mach-O, but a version of 45 or more stands where that counts its processors. */
const MOST_PROCESSORS = 20;

/** Whether the system runs it: then it needs its executable bit, which Windows and zips made there do not keep. */
export function isProgramHead(head: Buffer): boolean {
  if (isScriptHead(head)) return true;
  if (head.length < 8) return false;
  const magic = head.readUInt32BE(0);
  return magic === ELF || MACH_O.has(magic) || (MACH_O_FAT.has(magic) && head.readUInt32BE(4) <= MOST_PROCESSORS);
}

export function isScriptHead(head: Buffer): boolean {
  return head[0] === 0x23 && head[1] === 0x21;
}

/** How an archive is compressed; undefined when it is none that servers unpack. */
export function archiveCompression(head: Buffer): 'zstd' | 'gzip' | 'lz4' | 'none' | undefined {
  if (head.length < 4) return undefined;
  if (head.readUInt16BE(0) === 0x1f8b) return 'gzip';
  const magic = head.readUInt32BE(0);
  if (magic === 0x28b52ffd) return 'zstd';
  if (magic === 0x04224d18) return 'lz4';
  const isZip = magic === 0x504b0304 || magic === 0x504b0506;
  return isZip || head.toString('latin1', 257, 262) === 'ustar' ? 'none' : undefined;
}
