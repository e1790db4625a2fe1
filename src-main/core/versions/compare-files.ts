// What became of the files between two builds. Pure.
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { FileChanges } from '../../../src-shared/versions/bridge.ts';
import { isSameFile } from '../builds/build-files.ts';

/** So many are told by name. */
const FIRST = 20;

export function compareFiles(before: readonly BuildFile[], after: readonly BuildFile[]): FileChanges {
  const known = new Map(before.map((file) => [file.path, file]));
  const added: BuildFile[] = [];
  const changed: BuildFile[] = [];
  for (const file of after) {
    const old = known.get(file.path);
    known.delete(file.path);
    if (old === undefined) added.push(file);
    else if (!isSameFile(old, file)) changed.push(file);
  }
  return {
    added: groupOf(added),
    changed: groupOf(changed),
    removed: groupOf([...known.values()]),
    total_before: before.length,
    total: after.length,
  };
}

function groupOf(files: readonly BuildFile[]) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { count: files.length, bytes, first: files.slice(0, FIRST).map(({ path }) => path) };
}
