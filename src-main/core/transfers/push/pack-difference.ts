// What became of the files between the last build of a namespace and a pack, as far as the instance tells what is in its builds.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Build, BuildFile } from '../../../../src-shared/service/builds.ts';
import { createBuildFiles } from '../../builds/build-files.ts';
import { compareWith, readManifest } from '../../pack/manifest.ts';
import type { Difference, ManifestEntry, Packed } from '../../pack/model.ts';
import { MODE_LINK } from '../../pack/modes.ts';
import { whenGone } from '../engine/reuse.ts';
import { environmentOf } from '../journal/model.ts';
import { type PushWish, placeOf } from './push.ts';

type Wish = Pick<PushWish, 'target' | 'signal'> & { place: Pick<PushWish, 'game' | 'namespace'> | undefined };

/** Nothing where there is no earlier build, it is not told what is in it, or the pack is no folder's. */
export async function differenceFrom(
  { target, place, signal }: Wish,
  base: Build | undefined,
  packed: Packed | undefined,
): Promise<Difference | undefined> {
  const file = packed?.manifest_file;
  if (base === undefined || place === undefined || file === undefined) return undefined;
  const params = { ...environmentOf(placeOf(place)), build_id: base.id };
  const before = await createBuildFiles()(target.url, target.client, params, signal).catch(whenGone);
  if (before === undefined) return undefined;
  const after = readManifest(await readFile(file, 'utf8'));
  const modes = new Map(after.map(({ path, mode }) => [path, mode]));
  const later = after.map((entry) => ({ ...entry, sha256: () => entry.sha256 }));
  return await compareWith(
    before.map((one) => entryOf(one, modes.get(one.path))),
    later,
  );
}

/** As it would stand in a manifest. What keeps no modes, as zips of Windows do, is no other file for that. */
function entryOf({ path, type, bytes, mode, sha256, link_target: to = '' }: BuildFile, modeNow = 0): ManifestEntry {
  if (type === 'file') return { path, size: bytes, mode: mode ?? modeNow, sha256: sha256 ?? '' };
  const hash = createHash('sha256').update(to).digest('hex');
  return { path, size: Buffer.byteLength(to), mode: MODE_LINK, sha256: hash };
}
