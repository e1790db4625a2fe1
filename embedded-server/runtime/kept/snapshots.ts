// Snapshots of kept folders: whole copies, each beside a file that says when and why it was taken.
import { randomUUID } from 'node:crypto';
import { lstat, readFile, rename, writeFile } from 'node:fs/promises';
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
/** Before its id, until all of one is there, and once it is deleted. */
const DRAFT = 'draft-';
const DELETED = 'deleted-';

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
  const { draft, snapshot_id } = await makeDraft(at);
  try {
    const amount = await copyKept(at.files, path.join(draft, FILES));
    const snapshot = { snapshot_id, create_ts: now, ...about, ...amount };
    await writeAbout(draft, snapshot);
    await finishDraft(at, snapshot_id);
    return snapshot;
  } catch (thrown) {
    await removeWhole(draft);
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
  const snapshot = await moveInto(at, at.files, { create_ts: now, ...about, ...amount });
  await makeFolder(at.files);
  return snapshot;
}

/** A copy that was brought here becomes a snapshot. */
export async function adoptSnapshot(
  at: KeptPaths,
  files: string,
  about: About & Pick<KeptSnapshot, 'files' | 'bytes'>,
  now: number,
): Promise<KeptSnapshot> {
  return await moveInto(at, files, { create_ts: now, ...about });
}

async function moveInto(at: KeptPaths, files: string, told: Omit<KeptSnapshot, 'snapshot_id'>): Promise<KeptSnapshot> {
  const { draft, snapshot_id } = await makeDraft(at);
  const snapshot = { snapshot_id, ...told };
  // Said before it is moved: on a full disk it must not lie where nobody sees it.
  await writeAbout(draft, snapshot);
  await rename(files, path.join(draft, FILES));
  await finishDraft(at, snapshot_id);
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

async function makeDraft({ snapshots }: KeptPaths): Promise<{ draft: string; snapshot_id: string }> {
  const snapshot_id = randomUUID();
  await makeFolder(snapshots);
  const draft = path.join(snapshots, DRAFT + snapshot_id);
  await makeFolder(draft);
  return { draft, snapshot_id };
}

async function finishDraft({ snapshots }: KeptPaths, snapshot_id: string): Promise<void> {
  await rename(path.join(snapshots, DRAFT + snapshot_id), path.join(snapshots, snapshot_id));
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
  const deleted = path.join(at.snapshots, DELETED + snapshot_id);
  const isGone = (await ifThere(rename(path.join(at.snapshots, snapshot_id), deleted).then(() => true))) === undefined;
  if (isGone) throw noSnapshot();
  await removeWhole(deleted);
}

/** After a crash. Nothing is removed that may be the only copy: that is listed from then on. */
export async function tidySnapshots(at: KeptPaths): Promise<void> {
  for (const name of await namesIn(at.snapshots)) {
    const folder = path.join(at.snapshots, name);
    if (name.startsWith(DELETED)) await removeWhole(folder);
    else if (name.startsWith(DRAFT)) await tidyDraft(at, name.slice(DRAFT.length));
    else if (UUID.test(name) && !(await isTold(folder))) await tellOf(folder, name);
  }
}

/** One that is told of is whole as soon as it has files, whether they were copied or moved there. */
async function tidyDraft(at: KeptPaths, snapshot_id: string): Promise<void> {
  const draft = path.join(at.snapshots, DRAFT + snapshot_id);
  if ((await isTold(draft)) && (await hasFiles(draft))) await finishDraft(at, snapshot_id);
  else await removeWhole(draft);
}

/** An older Slipway moved what came from a node here before it told of that. What it had only begun to copy looks the same. */
async function tellOf(folder: string, snapshot_id: string): Promise<void> {
  if (!(await hasFiles(folder))) return await removeWhole(folder);
  const create_ts = Math.round((await lstat(folder)).mtimeMs);
  const amount = await measure(path.join(folder, FILES));
  await writeAbout(folder, { snapshot_id, create_ts, reason: 'asked', while_running: true, ...amount });
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await ifThere(lstat(path.join(folder, FILES)))) !== undefined;
}

/** Also by a newer Slipway, in a way that this one does not know. */
async function isTold(folder: string): Promise<boolean> {
  const text = await ifThere(readFile(path.join(folder, ABOUT), 'utf8'));
  try {
    return text !== undefined && JSON.parse(text) !== undefined;
  } catch {
    return false; // cut off by a crash or a full disk
  }
}

async function requireSnapshot({ snapshots }: KeptPaths, snapshot_id: string): Promise<KeptSnapshot> {
  const found = await readAbout(snapshots, snapshot_id);
  if (found === undefined) throw noSnapshot();
  return found;
}

function noSnapshot(): AppError {
  return new AppError('KEPT_NOT_FOUND', 'kept.no-snapshot');
}
