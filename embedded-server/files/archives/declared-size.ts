// Tells how many bytes a build holds once it is unpacked, as far as its file says so without being unpacked.
import { type FileHandle, open } from 'node:fs/promises';
import { compressionOf, formatOf } from './archive-format.ts';
import { defaultArchiveLimits } from './archive-limits.ts';
import { headOf } from './decode-file.ts';
import { readZipDirectory } from './zip-directory.ts';

const GZIP_END = 4;
/** What heads take where there is little else. */
const GZIP_HEADS = 4_096;

/**
 * At least so many bytes come out of the file; undefined where it does not say. Refused where it is no archive that can be read.
 * `name` is the file's own.
 */
export async function declaredSize(file: string, name: string): Promise<number | undefined> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const head = await headOf(handle);
    switch (compressionOf(head)) {
      case 'gzip':
        return await gzipSize(handle, size);
      case 'zstd':
        return zstdSize(head);
      case 'lz4':
        return lz4Size(head);
      default:
        return formatOf(head, name) === 'zip' ? await zipSize(handle, size) : size;
    }
  } finally {
    await handle.close();
  }
}

async function zipSize(handle: FileHandle, size: number): Promise<number> {
  const { records } = await readZipDirectory(handle, size, defaultArchiveLimits.entries);
  return records.reduce((sum, record) => sum + record.size, 0);
}

/**
 * It ends with the size of its last member, without what is above four gigabytes. What no longer gets smaller grows by less than a
 * hundredth, so that of all members together more than nearly the file's own size comes out.
 */
async function gzipSize(handle: FileHandle, size: number): Promise<number | undefined> {
  if (size < GZIP_END) return undefined;
  const { buffer } = await handle.read(Buffer.alloc(GZIP_END), 0, GZIP_END, size - GZIP_END);
  return Math.max(buffer.readUInt32LE(), Math.floor(size * 0.99) - GZIP_HEADS);
}

/** Of the first frame, which is the only one unless it was packed in parallel. */
function zstdSize(head: Buffer): number | undefined {
  const descriptor = head[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  switch (head.readUInt32LE() === 0xfd2fb528 ? descriptor >>> 6 : undefined) {
    case 0:
      return isSingle ? head[at] : undefined;
    case 1:
      return head.readUInt16LE(at) + 256;
    case 2:
      return head.readUInt32LE(at);
    case 3:
      return Number(head.readBigUInt64LE(at));
    default:
      return undefined;
  }
}

/** Of the first frame, likewise. */
function lz4Size(head: Buffer): number | undefined {
  const says = head.readUInt32LE() === 0x184d2204 && ((head[4] ?? 0) & 0x08) !== 0;
  return says && head.length >= 14 ? Number(head.readBigUInt64LE(6)) : undefined;
}
