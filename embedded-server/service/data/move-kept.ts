// Kept folders in an export: a list of what is in them, and the bytes of their files beside those of builds.
import { chmod, lutimes, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { walkKept } from '../../runtime/kept/walk-kept.ts';
import { copyHashed } from './copy-hashed.ts';
import type { Files } from './export-manifest.ts';

const KEPT_LIST = 'kept.json';
/** NAMESPACE/SET/files and NAMESPACE/SET/snapshots, with what is below. */
const PLACE = /^[0-9a-f-]{36}(?:\/[1-9]\d{0,4}(?:\/(?:files|snapshots)(?:\/.+)?)?)?$/;

const keptPlace = z
  .string()
  .regex(PLACE)
  .refine((text) => text.split('/').every((name) => name !== '' && name !== '.' && name !== '..'));
const about = { path: keptPlace, mode: z.int().min(0).max(0o777), time: z.number().min(0) };
const entry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('folder'), ...about }),
  z.object({ type: z.literal('file'), ...about, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.object({ type: z.literal('link'), ...about, target: z.string() }),
]);
type Entry = z.infer<typeof entry>;

type Out = { paths: DataPaths; target: string; files: Record<string, string> };

/** Writes no list where nothing is kept. */
export async function exportKept({ paths, target, files }: Out): Promise<void> {
  const entries: Entry[] = [];
  if (!(await isThere(paths.kept))) return; // a folder that an older Slipway wrote
  for await (const { path: place, stats, target: link } of walkKept(paths.kept)) {
    if (!PLACE.test(place)) continue; // what a copy that was cut short has left
    const shared = { path: place, mode: stats.mode & 0o777, time: stats.mtimeMs };
    if (stats.isDirectory()) entries.push({ type: 'folder', ...shared });
    else if (link !== undefined) entries.push({ type: 'link', ...shared, target: link });
    else if (stats.isFile()) {
      const from = path.join(paths.kept, place);
      const sha256 = await hashOf(from);
      const name = `blobs/${sha256}`;
      if (!(name in files)) files[name] = await copyHashed({ from, to: path.join(target, name) });
      entries.push({ type: 'file', ...shared, sha256 });
    }
  }
  if (entries.length === 0) return;
  const list = path.join(target, KEPT_LIST);
  await writeFile(list, `${JSON.stringify(entries, undefined, 1)}\n`, { mode: 0o600, flush: true });
  files[KEPT_LIST] = await hashOf(list);
}

type In = { from: string; files: Files; paths: DataPaths };
type How = {
  /** Copies a file of the export, whose hash is looked at. */
  bring(name: string, to: string, sha256: string): Promise<void>;
  refuse(what: string): never;
};

/** Links come last, so that nothing is written through one. */
export async function importKept({ from, files, paths }: In, { bring, refuse }: How): Promise<void> {
  if (!(KEPT_LIST in files)) return;
  const entries = await readList(path.join(from, KEPT_LIST), files[KEPT_LIST], refuse);
  await mkdir(paths.kept, { mode: 0o700 });
  const at = ({ path: place }: Entry) => paths.inside('kept', place);
  for (const one of entries) {
    if (one.type === 'folder') await mkdir(at(one), { mode: 0o700 });
    else if (one.type === 'file') await bring(`blobs/${one.sha256}`, at(one), one.sha256);
  }
  for (const one of entries) if (one.type === 'link') await symlink(one.target, at(one));
  for (const one of entries.toReversed()) {
    if (one.type !== 'link') await chmod(at(one), one.mode);
    await lutimes(at(one), one.time / 1000, one.time / 1000);
  }
}

async function readList(file: string, wanted: string | undefined, refuse: How['refuse']): Promise<Entry[]> {
  if ((await hashOf(file).catch(() => undefined)) !== wanted) refuse(`${KEPT_LIST} is not as it was written`);
  const parsed = z.array(entry).safeParse(JSON.parse(await readFile(file, 'utf8')));
  return parsed.data ?? refuse(`${KEPT_LIST} holds something else than what is kept`);
}
