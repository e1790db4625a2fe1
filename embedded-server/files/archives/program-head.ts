// Tells by the first bytes of a file whether a system could run it. Pure.

export const PROGRAM_HEAD_BYTES = 8;

const ELF = 0x7f454c46;
const MACH_O = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
/** Several Mach-O programs in one file. Java's classes begin with the same bytes; there a version of 45 or more follows. */
const FAT_MACH_O = 0xcafebabe;
const FIRST_JAVA = 45;
const SCRIPT = 0x2321;

export function isProgramHead(head: Buffer): boolean {
  if (head.length < 4) return false;
  if (head.readUInt16BE() === SCRIPT) return true;
  const magic = head.readUInt32BE();
  if (magic === FAT_MACH_O) return head.length >= PROGRAM_HEAD_BYTES && head.readUInt32BE(4) < FIRST_JAVA;
  return magic === ELF || MACH_O.has(magic);
}
