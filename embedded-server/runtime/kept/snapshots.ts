// Snapshots of kept folders: whole copies, each beside a file that says when and why it was taken.
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type KeptSnapshot, keptSnapshot } from '../../../src-shared/service/kept.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { namesIn } from '../../platform/storage/names-in.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import { copyKept } from './copy-kept.ts';
import type { KeptPaths } from './kept-paths.ts';
import { measure } from './walk-kept.ts';

const ABOUT = 'about.json';
const FILES = 'files';
const UUID = /^[0-9a-f-]{36}$/;

type About = Pick<KeptSnapshot, 'reason' | 'while_running'>;

/** The newest first. One that was not finished is not there. */
export async function listSnapshots({ snapshots }: KeptPaths): Promise<KeptSnapshot[]> {
  const names = await namesIn(snapshots);
  const found = await Promise.all(names.filter((name) => UUID.test(name)).map((name) => readAbout(snapshots, name)));
  return found.filter((one) => one !== undefined).toSorted((a, b) => b.create_ts - a.create_ts);
}

async function readAbout(snapshots: string, name: string): Promise<KeptSnapshot | undefined> {
  const text = await readFile(path.join(snapshots, name, ABOUT), 'utf8').catch(() => undefined); // not finished, or gone
  if (text === undefined) return undefined;
  try {
    return keptSnapshot.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // cut off by a crash or a full disk
  }
}

/** A copy of what is there. */
export async function takeSnapshot(at: KeptPaths, about: About, now: number): Promise<KeptSnapshot> {
  await makeFolder(at.files); // not there in what an older backup brought back of a set without files
  const { folder, snapshot_id } = await makeOne(at);
  try {
    const amount = await copyKept(at.files, path.join(folder, FILES));
    const snapshot = { snapshot_id, create_ts: now, ...about, ...amount };
    await writeAbout(folder, snapshot);
    return snapshot;
  } catch (thrown) {
    await removeWhole(folder);
    throw thrown;
  }
}

/** What is there becomes a snapshot, and nothing is there any more; undefined where nothing was. */
export async function putAside(at: KeptPaths, about: About, now: number): Promise<KeptSnapshot | undefined> {
  await makeFolder(at.files);
  const amount = await measure(at.files);
  if (amount.files === 0) {
    await removeWhole(at.files);
    await makeFolder(at.files);
    return undefined;
  }
  const { folder, snapshot_id } = await makeOne(at);
  const snapshot = { snapshot_id, create_ts: now, ...about, ...amount };
  // Said before it is moved: on a full disk it must not lie where nobody sees it.
  await writeAbout(folder, snapshot);
  await rename(at.files, path.join(folder, FILES));
  await makeFolder(at.files);
  return snapshot;
}

/** A copy that was brought here becomes a snapshot. */
export async function adoptSnapshot(
  at: KeptPaths,
  draft: string,
  about: About & Pick<KeptSnapshot, 'files' | 'bytes'>,
  now: number,
): Promise<KeptSnapshot> {
  const { folder, snapshot_id } = await makeOne(at);
  await rename(draft, path.join(folder, FILES));
  const snapshot = { snapshot_id, create_ts: now, ...about };
  await writeAbout(folder, snapshot);
  return snapshot;
}

/** Where the files of a snapshot lie. */
export function filesOf({ snapshots }: KeptPaths, snapshot_id: string): string {
  return path.join(snapshots, snapshot_id, FILES);
}

/** Of one without files, which backups of an older Slipway did not have. Where files are missing, that is not made to look empty. */
export async function makeFilesOf(at: KeptPaths, { snapshot_id, files }: KeptSnapshot): Promise<void> {
  if (files === 0) await makeFolder(filesOf(at, snapshot_id));
}

async function makeOne({ snapshots }: KeptPaths): Promise<{ folder: string; snapshot_id: string }> {
  const snapshot_id = randomUUID();
  await makeFolder(snapshots);
  const folder = path.join(snapshots, snapshot_id);
  await makeFolder(folder);
  return { folder, snapshot_id };
}

async function writeAbout(folder: string, snapshot: KeptSnapshot): Promise<void> {
  await writeFile(path.join(folder, ABOUT), `${JSON.stringify(snapshot)}\n`, { mode: 0o600, flush: true });
}

/** Copied beside before anything is moved, so that a full disk changes nothing. */
export async function restoreSnapshot(
  at: KeptPaths,
  snapshot_id: string,
  now: number,
): Promise<KeptSnapshot | undefined> {
  await makeFilesOf(at, await requireSnapshot(at, snapshot_id));
  const draft = path.join(at.slot, 'restoring');
  await removeWhole(draft);
  try {
    await copyKept(filesOf(at, snapshot_id), draft);
    const before = await putAside(at, { reason: 'before_restore', while_running: false }, now);
    await removeWhole(at.files);
    await rename(draft, at.files);
    return before;
  } finally {
    await removeWhole(draft);
  }
}

export async function deleteSnapshot(at: KeptPaths, snapshot_id: string): Promise<void> {
  await requireSnapshot(at, snapshot_id);
  // At once, so that one whose deletion is cut short is none any more, and who reads it meanwhile is not left with part of it.
  const deleted = path.join(at.snapshots, `deleted-${snapshot_id}`);
  const isGone = (await ifThere(rename(path.join(at.snapshots, snapshot_id), deleted).then(() => true))) === undefined;
  if (isGone) throw noSnapshot();
  await removeWhole(deleted);
}

async function requireSnapshot({ snapshots }: KeptPaths, snapshot_id: string): Promise<KeptSnapshot> {
  const found = await readAbout(snapshots, snapshot_id);
  if (found === undefined) throw noSnapshot();
  return found;
}

function noSnapshot(): AppError {
  return new AppError('KEPT_NOT_FOUND', 'kept.no-snapshot');
}
