// Puts in order what a crash left of kept folders between two steps, also of servers that ran on nodes where there are none any more.
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { namesIn } from '../../platform/storage/names-in.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import { type KeptPaths, keptPaths } from './kept-paths.ts';
import { tidySnapshots } from './snapshots.ts';

const UUID = /^[0-9a-f-]{36}$/;
const SLOT = /^[1-9]\d{0,4}$/;
/** Of each there is another one: the snapshot, the build, and what a host sends again as it was not answered. */
const DRAFT = /^(?:restoring|beginning|receiving-.*)$/;

/** Before anything is served. What it cannot put in order stays as it is. */
export async function tidyKept(paths: DataPaths, onProblem: (thrown: unknown) => void): Promise<void> {
  const namesOf = async (pattern: RegExp, ...below: string[]) => {
    const names = await namesIn(paths.inside('kept', ...below)).catch((thrown: unknown): string[] => {
      onProblem(thrown);
      return [];
    });
    return names.filter((name) => pattern.test(name));
  };
  for (const namespace_id of await namesOf(UUID)) {
    for (const slot of await namesOf(SLOT, namespace_id)) {
      await tidySet(keptPaths(paths, { namespace_id, slot: Number(slot) })).catch(onProblem);
    }
  }
}

async function tidySet(at: KeptPaths): Promise<void> {
  const names = await namesIn(at.slot);
  const isReplaced = names.includes(path.basename(at.replaced));
  if (isReplaced && !names.includes(path.basename(at.files))) await rename(at.replaced, at.files);
  else if (isReplaced) await removeWhole(at.replaced);
  for (const name of names.filter((one) => DRAFT.test(one))) await removeWhole(path.join(at.slot, name));
  await tidySnapshots(at);
}
