// Tells from the first bytes of a file whether it is an archive. Kinds of programs are distinguished in src-shared/builds/program-head.ts.

export const HEAD_BYTES = 512;

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
