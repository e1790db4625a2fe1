// The checksums of a log that nobody writes any more: the SHA-256 of each of its files. A log has no other check that notices
// every changed byte, and it stays for as long as its server is remembered.
/* oxlint-disable node/no-sync -- a writer begins in its own thread, and the checksums have to be gone before its first byte */
import { rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Checksums, checksumsText, readChecksumsFile } from '../../platform/storage/checksums-file.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { namesIn } from '../../platform/storage/names-in.ts';

const SEALED = 'sealed';
const DRAFT = 'sealed.new';
/** What lies in the folder of a log: its segments, the figures of its server, and their checksums. */
const LOG_FILE = /^(?:\d{15}\.(?:log|idx)|figures\.json|sealed)$/;

/** Nothing is brought to the disk for it, as a log is not either: what a power cut takes of one is reported as missing. */
export async function writeLogChecksum(folder: string): Promise<void> {
  const checksums: Checksums = {};
  for (const name of await logFiles(folder)) {
    if (name !== SEALED) checksums[name] = await hashOf(path.join(folder, name));
  }
  if (Object.keys(checksums).length === 0) return;
  await writeFile(path.join(folder, DRAFT), checksumsText(checksums), { mode: 0o600 });
  await rename(path.join(folder, DRAFT), path.join(folder, SEALED));
}

/** Before something more is written. */
export function removeLogChecksum(folder: string): void {
  rmSync(path.join(folder, SEALED), { force: true });
}

/** The files of a log by name, in order; none where there is no log. */
export async function logFiles(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => LOG_FILE.test(name)).toSorted();
}

export function readLogChecksum(folder: string): Promise<Checksums | 'damaged' | undefined> {
  return readChecksumsFile(path.join(folder, SEALED));
}
