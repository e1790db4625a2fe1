// Whether a folder or file still is what was packed of it. Compares sizes and times alone, so that asking is cheap.
import { readFile, stat } from 'node:fs/promises';
import { errorCode } from '../platform/error-code.ts';
import { listSourceFiles } from './list-source-files.ts';
import { type Difference, type Packed, type Stamp, stamps } from './pack-model.ts';
import { comparePaths } from './path-order.ts';
import { unreadable } from './unreadable.ts';

export async function changedSince(packed: Packed, signal: AbortSignal): Promise<Difference> {
  if (packed.stamps_file === undefined) {
    return compareStamps(packed.stamp === undefined ? [] : [packed.stamp], await stampOf(packed));
  }
  const kept = stamps.parse(JSON.parse(await readFile(packed.stamps_file, 'utf8')));
  const options = { keep: kept.keep, allowSecrets: kept.allow_secrets };
  const { entries } = await listSourceFiles(packed.source, options, signal);
  const now = entries.flatMap((entry): Stamp[] =>
    entry.kind === 'file' && entry.mtimeMs !== undefined ? [[entry.path, entry.size, entry.mtimeMs]] : [],
  );
  return compareStamps(kept.files, now);
}

/** A file that is gone has no stamp. */
async function stampOf({ source, name }: Packed): Promise<Stamp[]> {
  try {
    const { size, mtimeMs } = await stat(source);
    return [[name, size, mtimeMs]];
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw unreadable(source, thrown);
  }
}

function compareStamps(before: readonly Stamp[], now: readonly Stamp[]): Difference {
  const known = new Map(before.map((stamp) => [stamp[0], stamp]));
  const difference: Difference = { added: [], changed: [], removed: [], same: 0 };
  for (const [at, size, mtimeMs] of now) {
    const old = known.get(at);
    known.delete(at);
    if (old === undefined) difference.added.push(at);
    else if (old[1] === size && old[2] === mtimeMs) difference.same += 1;
    else difference.changed.push(at);
  }
  difference.removed.push(...[...known.keys()].toSorted(comparePaths));
  return difference;
}
