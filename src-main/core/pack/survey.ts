// The dry run: what would be packed and what not, with sizes and reasons, and what changed since an earlier pack.
/* oxlint-disable node/no-sync -- runs in the pack thread, which reads files and does nothing else */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../platform/error-code.ts';
import { listSourceFiles } from './list-source-files.ts';
import { MODE_PLAIN, MODE_PROGRAM } from './modes.ts';
import { type OpenEntry, openEntry } from './open-entry.ts';
import { compareWith, type Later, readManifest } from './pack-manifest.ts';
import type { Difference, FileEntry, LeftOutPath, PackOptions, Plan, RefusedPath } from './pack-model.ts';
import { unreadable } from './unreadable.ts';
import { linkInManifest } from './write-files.ts';

const FILES_A_TURN = 256;
const READ_BYTES = 1_048_576;
const BYTES_A_TURN = 16 * READ_BYTES;

export type Survey = {
  files: { path: string; size: number }[];
  bytes: number;
  folders: number;
  links: number;
  leftOut: (LeftOutPath & { files: number; bytes: number })[];
  secrets: RefusedPath[];
  refused: RefusedPath[];
  /** Programs without an executable bit, which get it in the pack. */
  madePrograms: string[];
  /** Scripts whose line ends only Windows can run. */
  windowsScripts: string[];
  /** Names that are one and the same on Windows and macOS. */
  collisions: string[][];
  difference?: Difference;
};

type Found = Pick<Survey, 'files' | 'madePrograms' | 'windowsScripts'> & { later: Later[] };

export async function surveyFolder(
  folder: string,
  options: PackOptions,
  against: string | undefined,
  signal: AbortSignal,
): Promise<Survey> {
  const before = against === undefined ? undefined : readEarlier(against);
  const plan = await listSourceFiles(folder, options, signal);
  const { files, madePrograms, windowsScripts, later } = await lookAtFiles(plan, options, signal);
  const count = (kind: string) => plan.entries.filter((entry) => entry.kind === kind).length;
  return {
    files,
    madePrograms,
    windowsScripts,
    secrets: plan.secrets,
    refused: plan.refused,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    folders: count('folder'),
    links: count('link'),
    leftOut: plan.leftOut.map((left) => ({ ...left, ...measure(path.join(plan.root, left.path)) })),
    collisions: findCollisions(plan),
    ...(before === undefined ? {} : { difference: await compareWith(before, later) }),
  };
}

function readEarlier(file: string) {
  try {
    return readManifest(readFileSync(file, 'utf8'));
  } catch (thrown) {
    if (errorCode(thrown) !== undefined) throw unreadable(file, thrown);
    const sentence = messageFor('pack.not-a-manifest', { file });
    throw new AppError('PACK_SOURCE_UNREADABLE', sentence, { metadata: { path: file }, cause: thrown });
  }
}

async function lookAtFiles({ root, entries }: Plan, options: PackOptions, signal: AbortSignal): Promise<Found> {
  const found: Found = { files: [], madePrograms: [], windowsScripts: [], later: [] };
  for (const [index, entry] of entries.entries()) {
    if (index % FILES_A_TURN === 0) await turn();
    signal.throwIfAborted();
    if (entry.kind === 'link') {
      const link = linkInManifest(entry);
      found.later.push({ ...link, sha256: () => link.sha256 });
    } else if (entry.kind === 'file') {
      lookAtFile(root, entry, options.fixLineEnds === true, found, signal);
    }
  }
  return found;
}

function lookAtFile(root: string, entry: FileEntry, fixLineEnds: boolean, found: Found, signal: AbortSignal): void {
  const file = openEntry(root, entry, fixLineEnds);
  file.close();
  const { size, isProgram } = file;
  found.files.push({ path: entry.path, size });
  if (isProgram && !entry.isProgram && process.platform !== 'win32') found.madePrograms.push(entry.path);
  if (file.hasWindowsLineEnds) found.windowsScripts.push(entry.path);
  const sha256 = async () => {
    const again = openEntry(root, entry, fixLineEnds);
    try {
      return await hashEntry(again, signal);
    } finally {
      again.close();
    }
  };
  found.later.push({ path: entry.path, size, mode: isProgram ? MODE_PROGRAM : MODE_PLAIN, sha256 });
}

const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

async function hashEntry({ fd, mended }: OpenEntry, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  if (mended !== undefined) return digest.update(mended).digest('hex');
  for (let at = 0; ; ) {
    const read = readSync(fd, buffer, 0, READ_BYTES, at);
    if (read === 0) return digest.digest('hex');
    digest.update(buffer.subarray(0, read));
    at += read;
    if (at % BYTES_A_TURN === 0) await turn();
    signal.throwIfAborted();
  }
}

/** How much is left out; what cannot be looked at counts as nothing, as it is not packed anyway. */
function measure(place: string): { files: number; bytes: number } {
  const sum = { files: 0, bytes: 0 };
  const places = [place];
  for (let at = places.pop(); at !== undefined; at = places.pop()) {
    try {
      const stat = lstatSync(at);
      const folder = at;
      if (stat.isDirectory()) places.push(...readdirSync(folder).map((name) => path.join(folder, name)));
      else {
        sum.files += 1;
        sum.bytes += stat.size;
      }
    } catch {
      // not ours to read
    }
  }
  return sum;
}

function findCollisions({ entries }: Plan): string[][] {
  const byName = new Map<string, string[]>();
  for (const { path: at } of entries) {
    const name = at.normalize('NFC').toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), at]);
  }
  return [...byName.values()].filter((paths) => paths.length > 1);
}
