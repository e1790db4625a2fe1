// Tells what a stored file is by its first bytes. Its name matters only where a program is itself a zip.

import path from 'node:path';
import { messageFor } from '../../../src-shared/text/message.ts';
import { TAR_BLOCK } from '../../platform/tar/tar-format.ts';
import { refusal } from './archive-entry.ts';
import { isTarHeader } from './tar-header.ts';

export type Compression = 'gzip' | 'zstd' | 'lz4';

const ZIP = [0x50, 0x4b];
const ZIP_ENDS = new Set(['\u0003\u0004', '\u0005\u0006']);
const PROGRAMS_THAT_ARE_ZIPS = /\.(?:jar|war|pyz)$/i;
const NAMES: Readonly<Record<string, string>> = {
  fd377a585a00: 'xz',
  '425a68': 'bzip2',
  '377abcaf271c': '7z',
  '526172211a07': 'RAR',
};
const ENDINGS: Readonly<Record<Compression, RegExp>> = {
  gzip: /\.(?:gz|tgz)$/i,
  zstd: /\.(?:zst|tzst)$/i,
  lz4: /\.(?:lz4|tlz4)$/i,
};

export function compressionOf(head: Buffer): Compression | undefined {
  if (head.length < 4) return undefined;
  if (head.readUInt16BE() === 0x1f8b) return 'gzip';
  const magic = head.readUInt32LE();
  if (magic === 0xfd2fb528) return 'zstd';
  if (magic === 0x184d2204 || magic === 0x184c2102) return 'lz4';
  // Frames to be skipped look the same in both formats; pzstd begins with one.
  return (magic & 0xfffffff0) >>> 0 === 0x184d2a50 ? 'zstd' : undefined;
}

/** What the bytes are that are no longer compressed. Archives that cannot be read are refused by name. */
export function formatOf(head: Buffer, name: string): 'tar' | 'zip' | 'file' {
  if (isTarHeader(head.subarray(0, TAR_BLOCK)) || isEmptyTar(head)) return 'tar';
  const isZip = ZIP.every((byte, at) => head[at] === byte) && ZIP_ENDS.has(head.toString('latin1', 2, 4));
  if (isZip) return PROGRAMS_THAT_ARE_ZIPS.test(name) ? 'file' : 'zip';
  const hex = head.toString('hex', 0, 8);
  const format = Object.entries(NAMES).find(([magic]) => hex.startsWith(magic))?.[1];
  if (format === undefined) return 'file';
  const what = messageFor('archive.format-not-read', { format });
  throw refusal(what, messageFor('archive.do-use-known-format'));
}

function isEmptyTar(head: Buffer): boolean {
  return head.length >= TAR_BLOCK && head.subarray(0, TAR_BLOCK).every((byte) => byte === 0);
}

/** The name of a single file: the build's name without the ending of its compression. */
export function loneFileName(name: string, compression: Compression | undefined): string {
  const base = path.posix.basename(name.replaceAll('\\', '/'));
  const plain = compression === undefined ? base : base.replace(ENDINGS[compression], '');
  return plain === '' ? 'program' : plain;
}
