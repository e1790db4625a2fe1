// What a transfer need not send, as an earlier build of the same namespace holds it: found before packing, as that decides how
// to pack, and worked out before preparing.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { Build, BuildChunks, PrepareBuildBody, ReusedRange } from '../../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../../src-shared/service/client.ts';
import type { Packed } from '../../pack/pack-model.ts';
import { environmentOf, type TransferRecord } from '../journal/transfer-record.ts';
import { matchChunks } from './match-chunks.ts';
import type { PartHashes } from './part-hashes.ts';
import { isNotOffered } from './passing-failures.ts';
import { type Run, untilAnswered } from './transfer-run.ts';

export type ReusePlan = NonNullable<PrepareBuildBody['reuse']>;

/** With more than this to send of what is not compressed, a compressed pack is less. */
const WORTH_IT = 0.5;

/** The newest build there, if there is one. */
export async function findBase(
  client: ServiceClient,
  place: Pick<TransferRecord, 'game_id' | 'namespace_id'>,
  /** `once`: whoever asks asks again itself. */
  options: { once?: true; signal: AbortSignal },
): Promise<Build | undefined> {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  const { builds } = await client.listBuilds({ params }, options).catch((thrown: unknown) => {
    if (isNotOffered(asAppError(thrown))) return { builds: [] };
    throw thrown;
  });
  return builds.find(({ state, kind }) => state === 'complete' && kind === 'archive');
}

/** Nothing where there is nothing to reuse, or too little. Then the pack may have become another one. */
export async function planReuse(run: Run): Promise<ReusePlan | undefined> {
  const { packed, base_build_id: base } = run.record();
  if (base === undefined || packed === undefined || packed.compression !== 'none') return undefined;
  const { dependencies, signal } = run;
  const params = { ...environmentOf(run.record()), build_id: base };
  const listChunks = () =>
    untilAnswered(run, () =>
      dependencies.client(run.record()).listBuildChunks({ params }, { once: true, signal }).catch(whenGone),
    );
  const reuse = await findReuse({ listChunks, partHashes: dependencies.partHashes, signal }, packed, base);
  if (reuse === undefined && packed.kind === 'folder') await packCompressed(run);
  return reuse;
}

/** How to ask for the chunks of the earlier build; nothing where it has none to tell. */
type Means = {
  listChunks(): Promise<BuildChunks | undefined>;
  partHashes: Pick<PartHashes, 'chunks' | 'of'>;
  signal: AbortSignal;
};

/** The stretches that the earlier build has as well, where they are enough to be worth it. Changes nothing. */
export async function findReuse(means: Means, packed: Packed, base: string): Promise<ReusePlan | undefined> {
  const ranges = await rangesOf(means, packed);
  const reused = ranges.reduce((sum, { content_length: length }) => sum + length, 0);
  return packed.bytes - reused <= packed.bytes * WORTH_IT ? { build: base, ranges } : undefined;
}

async function rangesOf({ listChunks, partHashes, signal }: Means, { file }: Packed): Promise<ReusedRange[]> {
  const theirs = await listChunks();
  if (theirs === undefined) return [];
  const own = await partHashes.chunks({ file, average: theirs.average }, signal);
  const ranges: ReusedRange[] = [];
  for (const match of matchChunks(own, theirs.chunks)) {
    const { byte_offset: offset, content_length: length } = match;
    const sha256 = await partHashes.of({ file, offset, length, algorithm: 'sha256' }, signal);
    ranges.push({ ...match, sha256 });
  }
  return ranges;
}

/** A build that was deleted meanwhile, or that is no archive that can be read, gives nothing. */
export function whenGone(thrown: unknown): undefined {
  const error = asAppError(thrown);
  if (isNotOffered(error) || error.code === 'BUILDS_BUILD_NOT_FOUND' || error.code === 'BUILD_INVALID')
    return undefined;
  throw error;
}

/** Sends what is packed already where the folder cannot be packed once more: it may be gone by now. */
async function packCompressed(run: Run): Promise<void> {
  const { base_build_id: _, ...record } = run.record();
  const made = await run.dependencies.pack(record, run.signal, run.onPacked).catch((thrown: unknown) => {
    if (run.signal.aborted) throw thrown;
    return record.packed;
  });
  run.change({ packed: made, base_build_id: undefined });
}
