// Compares the files of a folder with its records: every blob with its name, every received part with its hash.
import { readdir, readFile, stat } from 'node:fs/promises';
import { checkUnpacked } from '../../files/archives/check-unpacked.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { query } from '../../platform/storage/statement.ts';
import { partOf } from '../uploads/parts.ts';
import type { PartRecord, UploadRecord } from '../uploads/store.ts';
import type { Findings } from './damage-found.ts';

type Files = { paths: DataPaths; database: Database };
export type Counted = { blobs: number; parts: number; bytes: number };

const KNOWN =
  /^(?:slipway\.db(?:-wal|-shm)?|lock\.db(?:-journal)?|owner-token|metrics-token|folder-key|sealed|spare|running\.json|backups|backup-generation\.json|backup-draft\.db(?:-wal|-shm)?|uploads|blobs|unpacked|images|servers|kept|logs)$/;

export async function checkFiles({ paths, database }: Files, findings: Findings): Promise<Counted> {
  const uploads = query<UploadRecord>(database, 'SELECT * FROM uploads ORDER BY upload_id').all();
  const counted = { blobs: 0, parts: 0, bytes: 0 };
  const whole = new Set<string>();
  for (const [sha256, upload] of await storedHere(paths, uploads)) {
    const problem = await blobProblem(paths, sha256, upload.content_length);
    counted.blobs += 1;
    counted.bytes += upload.content_length;
    if (problem === undefined) {
      whole.add(sha256);
      continue;
    }
    for (const { about, id, what } of usersOf(database, sha256)) {
      findings.damage(about, `The bytes of ${what} are damaged: ${problem}.`, id);
    }
  }
  const unfinished = uploads.filter(({ complete_ts: ts, object }) => ts === null && object === null);
  for (const upload of unfinished) await checkUnfinished({ paths, database }, upload, findings, counted);
  await checkWhatIsUnpacked({ paths, database }, whole, findings);
  await noteStrays(paths, uploads, findings);
  return counted;
}

/** The forms of the two files that are made with the folder. Only the clean shutdown marker notices a change within them. */
export async function checkSecrets(paths: DataPaths, findings: Findings): Promise<void> {
  const token = await readFile(paths.ownerToken, 'utf8').catch(() => undefined);
  if (token !== undefined && !/^slipway_owner_[\w-]{43}\n$/.test(token)) {
    findings.damage('file', 'The owner token is not one that Slipway writes.', 'owner-token');
  }
  const key = await readFile(paths.folderKey).catch(() => undefined);
  if (key !== undefined && key.length !== 32) {
    findings.damage('file', 'The key of the folder is not 32 bytes long.', 'folder-key');
  }
}

async function blobProblem(paths: DataPaths, sha256: string, length: number): Promise<string | undefined> {
  const name = `blobs/${sha256.slice(0, 2)}/${sha256}`;
  const found = await stat(paths.inside(name)).catch(() => undefined);
  if (found === undefined) return `${name} is not there`;
  if (found.size !== length) return `${name} is ${found.size} bytes long and should be ${length}`;
  const hash = await hashOf(paths.inside(name)).catch((thrown: unknown) => String(thrown));
  return hash === sha256 ? undefined : `${name} has the hash ${hash}`;
}

/** The finished files that have to be here, by hash. What an object store has may be here as well. */
async function storedHere(paths: DataPaths, uploads: UploadRecord[]): Promise<Map<string, UploadRecord>> {
  const used = new Map<string, UploadRecord>();
  for (const upload of uploads) if (upload.complete_ts !== null) used.set(upload.sha256 ?? '', upload);
  for (const { object, sha256 } of uploads) {
    if (object === null || sha256 === null) continue;
    if (!(await isThere(paths.inside('blobs', sha256.slice(0, 2), sha256)))) used.delete(sha256);
  }
  return used;
}

const NAMED_FILES = 3;

/** Unpacked builds can be made again from their blobs, but servers run what is there. */
async function checkWhatIsUnpacked(
  { paths, database }: Files,
  whole: ReadonlySet<string>,
  findings: Findings,
): Promise<void> {
  const names = query<{ path: string }>(
    database,
    "SELECT DISTINCT path FROM uploads WHERE sha256 = ? AND kind = 'build' AND complete_ts IS NOT NULL",
  );
  const checks = await checkUnpacked({
    folder: paths.unpacked,
    blobPath: (sha256) => paths.inside('blobs', sha256.slice(0, 2), sha256),
    namesOf: (sha256) => (whole.has(sha256) ? names.all(sha256).map((row) => row.path) : []),
  });
  for (const { build, sha256, differing } of checks) {
    if (differing.length === 0) continue;
    const more = differing.length - NAMED_FILES;
    const files = differing.slice(0, NAMED_FILES).join(', ') + (more > 0 ? ` and ${more} more` : '');
    const what = usersOf(database, sha256)
      .map((user) => user.what)
      .join(' and ');
    findings.damage(
      'file',
      `The unpacked files of ${what} are not as they came: ${files}. Remove the folder unpacked/${build}; the next server that needs it unpacks it again.`,
      `unpacked/${build}`,
    );
  }
}

type User = { about: 'build' | 'picture'; id: string; what: string };

/** Who shows or runs these bytes, in words. */
function usersOf(database: Database, sha256: string): User[] {
  const builds = query<Omit<User, 'about'>>(
    database,
    `SELECT b.build_id AS id, 'build "' || b.name || '" (' || b.build_id || ') of game "' || g.display_name || '"' AS what
     FROM uploads u JOIN builds b USING (upload_id) JOIN games g ON g.game_id = b.game_id WHERE u.sha256 = ?`,
  );
  const pictures = query<Omit<User, 'about'>>(
    database,
    `SELECT u.upload_id AS id, 'the ' || u.kind || ' of game "' || g.display_name || '"' AS what
     FROM uploads u JOIN games g USING (game_id) WHERE u.sha256 = ? AND u.kind <> 'build'`,
  );
  return [
    ...builds.all(sha256).map((user) => ({ ...user, about: 'build' as const })),
    ...pictures.all(sha256).map((user) => ({ ...user, about: 'picture' as const })),
  ];
}

async function checkUnfinished(
  { paths, database }: Files,
  upload: UploadRecord,
  findings: Findings,
  counted: Counted,
): Promise<void> {
  const { upload_id: id, sha256 } = upload;
  const parts = query<PartRecord>(
    database,
    'SELECT number, digest FROM upload_parts WHERE upload_id = ? ORDER BY number',
  );
  const file = await unfinishedFile(paths, upload);
  if (file === undefined) {
    const left = sha256 === null ? '' : ` and its blob ${sha256}`;
    findings.damage('upload', `The file of unfinished upload ${id}${left} is not there.`, id);
    return;
  }
  for (const { number, digest } of parts.all(id)) {
    const part = partOf(upload, number);
    const hash = await hashOf(file, part).catch((thrown: unknown) => String(thrown));
    counted.parts += 1;
    counted.bytes += part.length;
    if (hash === Buffer.from(digest).toString('hex')) continue;
    findings.damage(
      'upload',
      `Part ${number} of unfinished upload ${id} (${upload.path}) is damaged: its bytes have another hash than when they came. Send it again.`,
      id,
    );
  }
}

/** Its own file; or the blob, when the service ended just after the file became one. */
export async function unfinishedFile(
  paths: DataPaths,
  { upload_id: id, sha256 }: UploadRecord,
): Promise<string | undefined> {
  const places = [
    paths.inside('uploads', id),
    ...(sha256 === null ? [] : [paths.inside('blobs', sha256.slice(0, 2), sha256)]),
  ];
  for (const place of places) if (await isThere(place)) return place;
  return undefined;
}

/** What no record knows: a crash leaves some, the next start removes it, and it harms nothing. */
async function noteStrays(paths: DataPaths, uploads: UploadRecord[], findings: Findings): Promise<void> {
  const blobs = new Set(uploads.map(({ sha256 }) => sha256));
  const drafts = new Set(uploads.filter((upload) => upload.complete_ts === null).map((upload) => upload.upload_id));
  const stored = await readdir(paths.blobs, { recursive: true, withFileTypes: true }).catch(() => []);
  const strays = [
    ...(await readdir(paths.root)).filter((name) => !KNOWN.test(name)),
    ...(await readdir(paths.uploads).catch(() => []))
      .filter((name) => !drafts.has(name))
      .map((name) => `uploads/${name}`),
    ...stored
      .filter((entry) => entry.isFile() && !blobs.has(entry.name))
      .map(({ name }) => `blobs/${name.slice(0, 2)}/${name}`),
  ];
  for (const name of strays) findings.note(`No record knows the file ${name}.`);
}
