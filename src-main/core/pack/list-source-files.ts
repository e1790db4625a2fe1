// Walks a folder and says what of it is packed, what is left out and why, and what cannot be packed. It reads no contents
// but the heads of what might be a secret.
/* oxlint-disable node/no-sync -- runs in the pack thread, which reads folders and does nothing else */
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createIgnoreMatcher, type IgnoreMatcher } from '../../../src-shared/builds/ignore-rules.ts';
import { defaultLeaveOut, IGNORE_FILE, ignoreFileRules } from '../../../src-shared/builds/leave-out.ts';
import { isHarmless, type LeaveOutRule, MOST_HARMLESS_BYTES } from '../../../src-shared/builds/secret-files.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../platform/error-code.ts';
import type { PackOptions, Plan } from './pack-model.ts';
import { comparePaths } from './path-order.ts';
import { unreadable } from './unreadable.ts';

/** After this many folders the thread checks whether it was cancelled. */
const FOLDERS_A_TURN = 64;
const EXECUTABLE = 0o111;

type Walk = Plan & { matches: IgnoreMatcher<LeaveOutRule>; allowed: ReadonlySet<string> };

export async function listSourceFiles(folder: string, options: PackOptions, signal: AbortSignal): Promise<Plan> {
  const root = realFolder(folder);
  const rules = rulesOf(root, options);
  const walk: Walk = {
    root,
    entries: [],
    leftOut: [],
    secrets: [],
    refused: [],
    matches: createIgnoreMatcher(rules),
    allowed: new Set(options.allowSecrets),
  };
  const folders = [''];
  for (let count = 0; folders.length > 0; count += 1) {
    if (count % FOLDERS_A_TURN === 0) await turn();
    signal.throwIfAborted();
    const at = folders.pop() ?? '';
    for (const item of listFolder(walk, at))
      takeItem(walk, at === '' ? item.name : `${at}/${item.name}`, item, folders);
  }
  if (options.written !== undefined) putWritten(walk, options.written);
  const { entries, leftOut, secrets, refused } = walk;
  const byPath = (a: { path: string }, b: { path: string }) => comparePaths(a.path, b.path);
  for (const list of [entries, leftOut, secrets, refused]) list.sort(byPath);
  return { root, entries, leftOut, secrets, refused };
}

/** It takes the place of the file of that name, whose look on disk stays known. */
function putWritten({ entries }: Walk, { path: at, text }: NonNullable<PackOptions['written']>): void {
  const there = entries.findIndex((entry) => entry.path === at);
  const known = entries[there];
  if (known?.kind === 'file') entries[there] = { ...known, text };
  else if (known === undefined) {
    const size = Buffer.byteLength(text);
    entries.push({ kind: 'file', path: at, size, mtimeMs: undefined, isProgram: false, text });
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (thrown) {
    throw unreadable(folder, thrown);
  }
}

function rulesOf(root: string, { keep = [] }: PackOptions): LeaveOutRule[] {
  const defaults = defaultLeaveOut.filter(({ pattern, matchesSecrets }) => matchesSecrets || !keep.includes(pattern));
  try {
    return [...defaults, ...ignoreFileRules(readFileSync(path.join(root, IGNORE_FILE), 'utf8'))];
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return defaults;
    throw unreadable(path.join(root, IGNORE_FILE), thrown);
  }
}

function listFolder({ root }: Walk, at: string): Dirent[] {
  try {
    return readdirSync(path.join(root, at), { withFileTypes: true });
  } catch (thrown) {
    throw unreadable(path.join(root, at), thrown);
  }
}

function takeItem(walk: Walk, at: string, item: Dirent, folders: string[]): void {
  const isFolder = item.isDirectory();
  const left = walk.matches(at, isFolder);
  if (left !== undefined && !isAllowedSecret(walk, at, left.rule)) {
    const { pattern, reason, matchesSecrets } = left.rule;
    if (matchesSecrets) walk.secrets.push({ path: at, reason });
    else walk.leftOut.push({ path: at, isFolder, pattern, reason });
  } else if (at.includes('\uFFFD') || (path.sep !== '\\' && at.includes('\\'))) {
    walk.refused.push({ path: at, reason: messageFor('pack.name-not-portable') });
  } else if (isFolder) {
    walk.entries.push({ kind: 'folder', path: at });
    folders.push(at);
  } else if (item.isSymbolicLink()) {
    takeLink(walk, at);
  } else if (item.isFile()) {
    takeFile(walk, at);
  } else {
    walk.leftOut.push({ path: at, isFolder: false, pattern: '', reason: messageFor('pack.special-file') });
  }
}

function takeFile(walk: Walk, at: string): void {
  const file = path.join(walk.root, at);
  try {
    const { size, mtimeMs, mode } = lstatSync(file);
    walk.entries.push({ kind: 'file', path: at, size, mtimeMs, isProgram: isMarked(mode) });
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
}

function takeLink(walk: Walk, at: string): void {
  const target = readlinkSync(path.join(walk.root, at)).replaceAll(path.sep, '/');
  const reason = linkProblem(walk.root, at, target);
  if (reason === undefined) walk.entries.push({ kind: 'link', path: at, target });
  else walk.refused.push({ path: at, reason });
}

/** Windows has no such mark: there the heads of the files decide alone. */
function isMarked(mode: number): boolean {
  return process.platform !== 'win32' && (mode & EXECUTABLE) !== 0;
}

function isAllowedSecret({ root, allowed }: Walk, at: string, rule: LeaveOutRule): boolean {
  if (!rule.matchesSecrets) return false;
  return allowed.has(at) || isHarmless(rule, readStart(path.join(root, at)));
}

/** What cannot be read, or is no file, is not known to be harmless. */
function readStart(file: string): string {
  try {
    return lstatSync(file).size <= MOST_HARMLESS_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/** Why a link is refused, as a sentence; undefined for one that is fine. `at` is the link's path within the root. */
function linkProblem(root: string, at: string, target: string): Message | undefined {
  if (path.posix.isAbsolute(target) || path.win32.isAbsolute(target) || /^[A-Za-z]:/.test(target)) {
    return messageFor('pack.link-absolute', { target });
  }
  if (!endsInside(at, target) || !reallyEndsInside(root, at)) {
    return messageFor('pack.link-outside', { target });
  }
  return undefined;
}

/** Ways up may only come first: `x/..` is not where it seems to be when x is a link itself. */
function endsInside(at: string, target: string): boolean {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  const ups = steps.findIndex((step) => step !== '..');
  const firstName = ups === -1 ? steps.length : ups;
  const depth = at.split('/').length - 1;
  return firstName <= depth && !steps.slice(firstName).includes('..');
}

function reallyEndsInside(root: string, at: string): boolean {
  try {
    const end = realpathSync(path.join(root, at));
    return end === root || end.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  } catch {
    // It leads nowhere, or round in a circle: then there is nothing outside that it could show.
    return true;
  }
}
