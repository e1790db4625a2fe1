// The folders that a server is to have kept: claimed, ready, and in their places below its own.
import { plainBuildPath } from '../../../src-shared/service/build-paths.ts';
import { ofBuild, ofImage } from '../kept/kept-origin.ts';
import { openToImage } from '../kept/open-to-image.ts';
import { type KeptFolder, linkKept, makeMountPoints, prepareKept } from '../kept/prepare-kept.ts';
import { CONTAINER_MARK, type ContainerImage } from '../runner/runner.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { hasMounts } from '../walls/wall.ts';
import type { Undo } from './cleanup-stack.ts';
import type { RunContext, RunDependencies } from './run-dependencies.ts';
import type { BuildCopy } from './working-folder.ts';

/** `owner`: whose the files are, where servers have users of their own. */
export type KeptSet = { owner: string; folders: readonly KeptFolder[] };

type Wanted = {
  keep: readonly string[];
  start: { image: ContainerImage } | { copy: NonNullable<BuildCopy> };
  folder: string;
  belongs: RunContext;
};

/** Undefined where nothing is to be kept. Waits for the server that this one replaces. */
export async function keptOfServer(
  dependencies: RunDependencies,
  server: ServerRecord,
  wanted: Wanted,
  run: { signal: AbortSignal; undo: Undo },
): Promise<KeptSet | undefined> {
  const { kept } = dependencies;
  const { start, belongs } = wanted;
  const keep = 'image' in start ? start.image.volumes : wanted.keep;
  if (keep.length === 0) return undefined;
  // Before the server that has them is asked to go.
  if ('copy' in start) for (const place of keep) await ofBuild(start.copy.build).check(plainBuildPath(place));
  const place = await kept.claim(server, belongs.serverCount, run);
  const origin =
    'image' in start ? imageOrigin(dependencies, server, start.image.name, run.signal) : ofBuild(start.copy.build);
  const folders = await prepareKept(kept.paths, { place, keep, origin });
  if ('image' in start) for (const { source } of folders) await openToImage(source, start.image.user);
  else if (start.copy.builder === undefined || !hasMounts(start.copy.builder)) await linkKept(wanted.folder, folders);
  else await makeMountPoints(wanted.folder, folders);
  return { owner: `${place.namespace_id}/${place.slot}`, folders };
}

function imageOrigin(
  { records, host }: RunDependencies,
  { server_id }: ServerRecord,
  image: string,
  signal: AbortSignal,
) {
  return ofImage(async (place, to) => {
    // What makes the container may be cut off, and whoever comes then looks for it.
    records.change(server_id, { identity: CONTAINER_MARK });
    return await host.call('copyOut', { server_id, image, place, to }, signal);
  });
}
