// What a folder looked like when it was unpacked: each entry with its size, times and inode. To look again costs no reading of
// files; bytes that changed with none of these are found by data check. For threads: all of it is synchronous.
/* oxlint-disable node/no-sync -- it runs in threads that have nothing else to do meanwhile */
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../platform/storage/data-errors.ts';

/** Path and look of each entry, in a fixed order. */
type Entries = (readonly [path: string, look: string])[];

const FORMAT = 1;
/** Windows moves it for reasons that have nothing to do with what is in a file. */
const HAS_CHANGE_TIME = process.platform !== 'win32';

/** Writes down what a folder looks like now. */
export function writeTreeManifest(folder: string, manifest: string): void {
  writeFileSync(manifest, JSON.stringify({ format: FORMAT, entries: entriesOf(folder) }), { mode: 0o600 });
}

/** The first entry that is not as it was, or an empty text where nobody can say; undefined when all are. */
export function changedSinceManifest(folder: string, manifest: string): string | undefined {
  const before = readManifest(manifest);
  if (before === undefined) return '';
  const now = entriesOf(folder);
  for (const [nth, entry] of now.entries()) {
    const [path, look] = before[nth] ?? ['', ''];
    if (path === entry[0] && look === entry[1]) continue;
    // Where one is missing, the next one stands in its place.
    return path !== '' && path < entry[0] ? path : entry[0];
  }
  return before[now.length]?.[0];
}

function readManifest(manifest: string): Entries | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above; anything else differs from what is there
    const read = JSON.parse(readFileSync(manifest, 'utf8')) as { format: number; entries: Entries };
    return read.format === FORMAT ? read.entries : undefined;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** What goes away meanwhile is not there: the build was changed, and somebody else has moved it out of sight. */
function entriesOf(folder: string): Entries {
  const entries: Entries = [];
  const add = (below: string) => {
    for (const entry of namesIn(`${folder}/${below}`)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      entries.push([path, lookOf(`${folder}/${path}`, entry)]);
      if (entry.isDirectory()) add(path);
    }
  };
  add('');
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function namesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

function lookOf(place: string, entry: Dirent): string {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found === undefined) return 'gone';
  if (entry.isSymbolicLink()) return `-> ${readlinkSync(place)}`;
  const { mode, size, mtimeMs, ctimeMs, ino } = found;
  if (entry.isDirectory()) return `folder ${mode}`;
  return [mode, size, mtimeMs, ino, ...(HAS_CHANGE_TIME ? [ctimeMs] : [])].join(' ');
}
