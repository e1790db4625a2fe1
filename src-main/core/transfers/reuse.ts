// What a transfer need not send, as an earlier build of the same namespace holds it: found before packing, as that decides how
// to pack, and worked out before preparing.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { PrepareBuildBody, ReusedRange } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { Packed } from '../pack/model.ts';
import { isNotOffered } from './failures.ts';
import { matchChunks } from './match-chunks.ts';
import { environmentOf, type TransferRecord } from './model.ts';
import { type Run, untilAnswered } from './run.ts';

export type ReusePlan = NonNullable<PrepareBuildBody['reuse']>;

/** With more than this to send of what is not compressed, a compressed pack is less. */
const WORTH_IT = 0.5;

/** The newest build there, if there is one. */
export async function findBase(
  client: ServiceClient,
  place: Pick<TransferRecord, 'game_id' | 'namespace_id'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  const { builds } = await client.listBuilds({ params }, { once: true, signal }).catch((thrown: unknown) => {
    if (isNotOffered(asAppError(thrown))) return { builds: [] };
    throw thrown;
  });
  return builds.find(({ state, kind }) => state === 'complete' && kind === 'archive')?.id;
}

/** Nothing where there is nothing to reuse, or too little. Then the pack may have become another one. */
export async function planReuse(run: Run): Promise<ReusePlan | undefined> {
  const { packed, base_build_id: base } = run.record();
  if (base === undefined || packed === undefined || packed.compression !== 'none') return undefined;
  const ranges = await rangesOf(run, packed, base);
  const reused = ranges.reduce((sum, { content_length: length }) => sum + length, 0);
  if (packed.bytes - reused <= packed.bytes * WORTH_IT) return { build: base, ranges };
  if (packed.kind === 'folder') await packCompressed(run);
  return undefined;
}

async function rangesOf(run: Run, { file }: Packed, base: string): Promise<ReusedRange[]> {
  const record = run.record();
  const params = { ...environmentOf(record), build_id: base };
  const theirs = await untilAnswered(run, async () => {
    const options = { once: true, signal: run.signal };
    return await run.world.client(record).listBuildChunks({ params }, options).catch(whenGone);
  });
  if (theirs === undefined) return [];
  const { digests } = run.world;
  const own = await digests.chunks({ file, average: theirs.average }, run.signal);
  const ranges: ReusedRange[] = [];
  for (const match of matchChunks(own, theirs.chunks)) {
    const { byte_offset: offset, content_length: length } = match;
    const sha256 = await digests.of({ file, offset, length, algorithm: 'sha256' }, run.signal);
    ranges.push({ ...match, sha256 });
  }
  return ranges;
}

/** A build that was deleted meanwhile, or that is no archive that can be read, gives nothing. */
function whenGone(thrown: unknown): undefined {
  const error = asAppError(thrown);
  if (isNotOffered(error) || error.code === 'BUILDS_BUILD_NOT_FOUND' || error.code === 'BUILD_INVALID')
    return undefined;
  throw error;
}

/** Sends what is packed already where the folder can not be packed once more: it may be gone by now. */
async function packCompressed(run: Run): Promise<void> {
  const { base_build_id: _, ...record } = run.record();
  const made = await run.world.pack(record, run.signal, run.onPacked).catch((thrown: unknown) => {
    if (run.signal.aborted) throw thrown;
    return record.packed;
  });
  run.change({ packed: made, base_build_id: undefined });
}
