// Tells from the first bytes of a file whether a system runs it. Packing and unpacking both ask this, so that a program that
// lost its executable bit gets it back in either place.

/** So many bytes are enough to tell. */
export const PROGRAM_HEAD_BYTES = 8;

const ELF = 0x7f454c46;
/** Mach-O for one processor of either width and byte order. */
const MACH_O = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
/** Several Mach-O programs in one file, with places of 32 or 64 bits. */
const FAT_MACH_O = new Set([0xcafebabe, 0xcafebabf]);
/** Java's classes begin like a fat Mach-O, but have a version of 45 or more where that counts its programs. */
const FIRST_JAVA = 45;

/** Whether the system runs it: then it needs its executable bit, which Windows and zips made there do not keep. */
export function isProgramHead(head: Uint8Array): boolean {
  if (isScriptHead(head)) return true;
  const magic = word(head, 0);
  if (FAT_MACH_O.has(magic)) return head.length >= PROGRAM_HEAD_BYTES && word(head, 4) < FIRST_JAVA;
  return magic === ELF || MACH_O.has(magic);
}

/** Whether its first line names what runs it. */
export function isScriptHead(head: Uint8Array): boolean {
  return head[0] === 0x23 && head[1] === 0x21;
}

/** Four bytes as a number, the highest first. */
function word(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
