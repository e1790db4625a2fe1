// The folders that a server is to have kept: claimed, ready, and in their places below its own.
import { plainKeepPath } from '../../../src-shared/service/keep-paths.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { claimKept } from '../kept/claim-kept.ts';
import { ofBuild, ofImage } from '../kept/kept-origin.ts';
import { openToImage } from '../kept/open-to-image.ts';
import { type KeptFolder, linkKept, makeMountPoints, prepareKept } from '../kept/prepare-kept.ts';
import { CONTAINER_MARK, type ContainerImage } from '../runner/runner.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { hasMounts } from '../walls/wall.ts';
import type { Undo } from './cleanup-stack.ts';
import { mayTakeOver } from './known-numbers.ts';
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
  const { kept, records, standDown } = dependencies;
  const { start, belongs } = wanted;
  const keep = 'image' in start ? start.image.volumes : wanted.keep;
  if (keep.length === 0) return undefined;
  // Before the server that has them is asked to go.
  if ('copy' in start) for (const place of keep) await ofBuild(start.copy.build).check(plainKeepPath(place));
  const place = await claimKept(
    {
      slots: kept.slots,
      serverCount: belongs.serverCount,
      mayTakeOver: (holder_id) => mayTakeOver(records, server, holder_id),
      standDown,
      onWait: (holder_id) => sayWait(dependencies, server.server_id, holder_id),
    },
    server,
    run,
  );
  records.change(server.server_id, { problem: null, kept_slot: place.slot });
  const origin =
    'image' in start ? imageOrigin(dependencies, server, start.image.name, run.signal) : ofBuild(start.copy.build);
  const folders = await prepareKept(kept.paths, { place, keep, origin });
  if ('image' in start) for (const { source } of folders) await openToImage(source, start.image.user);
  else if (start.copy.builder === undefined || !hasMounts(start.copy.builder)) await linkKept(wanted.folder, folders);
  else await makeMountPoints(wanted.folder, folders);
  return { owner: `${place.namespace_id}/${place.slot}`, folders };
}

/** In both logs, and where people look at the new one: with players on the old one it may take minutes. */
function sayWait({ records, note }: RunDependencies, server_id: string, holder_id: string): void {
  const isDraining = records.one(holder_id)?.state === 'draining';
  const message = messageFor(isDraining ? 'kept.waits-for-players' : 'kept.waits-for-holder', {
    server: holder_id.slice(0, 8),
  });
  note(server_id, message.text);
  if (!isDraining) return;
  records.change(server_id, { problem: message });
  note(holder_id, messageFor('kept.drains', { server: server_id.slice(0, 8) }).text);
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
