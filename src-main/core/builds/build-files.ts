// What is in builds, and how two differ. A build never changes, so what was read of the last ones is kept.
import type { BuildDifference } from '../../../src-shared/builds/bridge.ts';
import { createKeptListings } from '../../../src-shared/builds/kept-listings.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';

const PAGE = 5_000;
/** The instance reads the whole build for it, which takes its time. */
export const LOOKING_MS = 120_000;
/** How many files are listed for each kind of difference; all are counted. */
const TOLD = 2_000;

export type BuildParams = { game_id: string; environment_id: string; build_id: string };
export type BuildFiles = ReturnType<typeof createBuildFiles>;

export function createBuildFiles() {
  const listings = createKeptListings();
  /** All files of a build, in the order of their paths. */
  return async (
    instance_id: string,
    client: ServiceClient,
    params: BuildParams,
    signal: AbortSignal,
  ): Promise<readonly BuildFile[]> =>
    await listings.of(`${instance_id} ${params.build_id}`, () => readAll(client, params, signal));
}

async function readAll(client: ServiceClient, params: BuildParams, signal: AbortSignal): Promise<BuildFile[]> {
  const all: BuildFile[] = [];
  for (;;) {
    const { files, total } = await client.listBuildFiles(
      { params, query: { from: all.length, limit: PAGE } },
      { signal, waitMs: LOOKING_MS },
    );
    all.push(...files);
    if (files.length === 0 || all.length >= total) return all;
  }
}

/** A file that is the same in both is one with the same bytes, mode and target. */
export function differenceOf(before: readonly BuildFile[], after: readonly BuildFile[]): BuildDifference {
  const known = new Map(before.map((file) => [file.path, file]));
  const found: BuildDifference = {
    added: [],
    changed: [],
    removed: [],
    new_bytes: 0,
    counts: { added: 0, changed: 0, removed: 0, same: 0 },
  };
  for (const file of after) {
    const old = known.get(file.path);
    known.delete(file.path);
    if (old !== undefined && isSameFile(old, file)) {
      found.counts.same += 1;
      continue;
    }
    found.new_bytes += file.bytes;
    if (old === undefined) found.added.push(file);
    else found.changed.push({ path: file.path, before: old, after: file });
  }
  found.removed.push(...known.values());
  Object.assign(found.counts, {
    added: found.added.length,
    changed: found.changed.length,
    removed: found.removed.length,
  });
  return {
    ...found,
    added: found.added.slice(0, TOLD),
    changed: found.changed.slice(0, TOLD),
    removed: found.removed.slice(0, TOLD),
  };
}

/** A file whose permission bits changed is another one: what may no longer be run does not start. */
export function isSameFile(a: BuildFile, b: BuildFile): boolean {
  return (
    a.type === b.type &&
    a.bytes === b.bytes &&
    a.mode === b.mode &&
    a.sha256 === b.sha256 &&
    a.link_target === b.link_target
  );
}
