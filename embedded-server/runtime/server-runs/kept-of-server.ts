// The folders that a server is to have kept: claimed, ready, and in their places below its own.
import { messageFor } from '../../../src-shared/text/message.ts';
import { claimKept } from '../kept/claim-kept.ts';
import { type KeptFolder, linkKept, makeMountPoints, prepareKept } from '../kept/prepare-kept.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Undo } from './cleanup-stack.ts';
import { mayTakeOver } from './known-numbers.ts';
import type { RunContext, RunDependencies } from './run-dependencies.ts';
import type { BuildCopy } from './working-folder.ts';

/** `owner`: whose the files are, where servers have users of their own. */
export type KeptSet = { owner: string; folders: readonly KeptFolder[] };

type Wanted = { keep: readonly string[]; copy: NonNullable<BuildCopy>; folder: string; belongs: RunContext };

/** Undefined where nothing is to be kept. Waits for the server that this one replaces. */
export async function keptOfServer(
  { kept, records, note, standDown }: RunDependencies,
  server: ServerRecord,
  { keep, copy, folder, belongs }: Wanted,
  run: { signal: AbortSignal; undo: Undo },
): Promise<KeptSet | undefined> {
  if (keep.length === 0) return undefined;
  const place = await claimKept(
    {
      slots: kept.slots,
      serverCount: belongs.serverCount,
      mayTakeOver: (holder_id) => mayTakeOver(records, server, holder_id),
      standDown,
      onWait: (holder_id) =>
        note(server.server_id, messageFor('kept.waits-for-holder', { server: holder_id.slice(0, 8) }).text),
    },
    server,
    run,
  );
  const folders = await prepareKept(kept.paths, { place, keep, build: copy.build });
  if (copy.builder === undefined) await linkKept(folder, folders);
  else await makeMountPoints(folder, folders);
  return { owner: `${place.namespace_id}/${place.slot}`, folders };
}
