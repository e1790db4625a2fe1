// What a push would do, found out without it: the pack is made as for a push, and the instance is only asked, never changed.

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { expectedParts } from '../../../../embedded-server/index.ts';
import { AppError, asAppError, type ErrorBody } from '../../../../src-shared/errors/app-error.ts';
import type { Build, BuildFile } from '../../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import { firstVersion } from '../../../../src-shared/versions/first-version.ts';
import { createBuildFiles } from '../../builds/build-files.ts';
import { askTokenReach, type TokenReach } from '../../instances/capabilities.ts';
import { MODE_LINK } from '../../pack/modes.ts';
import { compareWith, readManifest } from '../../pack/pack-manifest.ts';
import type { Difference, ManifestEntry, Packed } from '../../pack/pack-model.ts';
import { createPacker, type Packer } from '../../pack/packer.ts';
import type { Survey } from '../../pack/survey.ts';
import { createPartHashes } from '../engine/part-hashes.ts';
import { wantedPartSize } from '../engine/part-size.ts';
import { ONE_PART } from '../engine/prepare.ts';
import { findBase, findReuse, type ReusePlan, whenGone } from '../engine/reuse.ts';
import { evictOldPacks } from '../journal/evict-packs.ts';
import { environmentOf } from '../journal/transfer-record.ts';
import { contentIdOf, usualName } from './content-id.ts';
import { compressionFor, knowsOurs, type PushOptions, placeOf } from './push.ts';
import { tokenRefusals } from './token-refusals.ts';

/** The options of a push. Without a game where the push would create it: its namespaces are unknown then. */
export type PushPlanOptions = Pick<
  PushOptions,
  'source' | 'target' | 'switches' | 'name' | 'options' | 'appFolder' | 'cache' | 'signal' | 'onPacking' | 'onProblem'
> & { source: string; place: Pick<PushOptions, 'game' | 'namespace'> | undefined };

export type PushPlan = {
  /** Absent where it cannot be packed and nobody gave one. */
  name: string | undefined;
  /** Of a folder: what would be packed and what not, with what changed since the last build, where that is known. */
  survey: Survey | undefined;
  /** Absent where it cannot be packed. */
  sends: Sends | undefined;
  last_build: { build_id: string; name: string } | undefined;
  /** What the namespace runs now, which the push would replace. `is_empty`: the version that its game was made with, which runs nothing. */
  runs_now: { version_id: string; name: string | undefined; is_empty?: true } | undefined;
  /** Absent where the instance does not tell. */
  token: TokenReach['kind'] | undefined;
  /** What it may do, where it was made with limits. */
  token_can?: TokenReach['can'];
  /** With any of these nothing would be done. */
  problems: ErrorBody[];
  warnings: string[];
};

type Sends = {
  sha256: string;
  compression: Packed['compression'];
  files: number | undefined;
  bytes_total: number;
  /** What the instance would take from the last build. */
  bytes_reused: number;
  /** Absent where only the instance knows. */
  parts: number | undefined;
};

export async function planPush(options: PushPlanOptions): Promise<PushPlan> {
  const packer = createPacker(new URL('../../pack/pack-thread.ts', import.meta.url));
  try {
    const planned = await plan(options, packer);
    await evictOldPacks({ ...options, packer }, options.onProblem);
    return planned;
  } finally {
    await packer.close();
  }
}

async function plan(options: PushPlanOptions, packer: Packer): Promise<PushPlan> {
  const { target, place, signal } = options;
  const [isOurs, token] = await Promise.all([knowsOurs(target), askTokenReach(target.client, { signal })]);
  const base = place && (await findBase(target.client, placeOf(place), { signal }));
  const made = await makePack(options, packer, isOurs, base);
  const name = options.name ?? (await nameOf(made));
  return {
    name,
    token: token?.kind,
    ...(token?.can && { token_can: token.can }),
    runs_now: runsNow(options),
    warnings: warningsOf(place?.game, name),
    survey: await surveyOf(options, packer, base, made),
    sends: sendsOf(made, isOurs),
    last_build: base && { build_id: base.id, name: base.name },
    problems: [...problemsOf(made), ...tokenRefusals(options, token).map((error) => error.toBody())],
  };
}

/** Without a pack there is a problem. */
type Made = { packed?: Packed; reuse?: ReusePlan | undefined; problem?: AppError };

/** Packed just as a push would, or why that cannot be. */
async function makePack(
  request: PushPlanOptions,
  packer: Packer,
  isOurs: boolean,
  base: Build | undefined,
): Promise<Made> {
  const { source, cache, options, signal, onPacking } = request;
  const pack = (compression: 'zstd' | 'none') =>
    packer.pack({ source, place: { cache }, compression, options }, { signal, progress: onPacking });
  try {
    const packed = await pack(compressionFor(isOurs, base?.id));
    if (!isOurs || base === undefined) return { packed };
    const reuse = await reuseOf(request, packed, base);
    return { packed: reuse === undefined && packed.kind === 'folder' ? await pack('zstd') : packed, reuse };
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code.startsWith('PACK_')) return { problem: error };
    throw thrown;
  }
}

async function reuseOf({ target, place, signal }: PushPlanOptions, packed: Packed, base: Build) {
  if (place === undefined || packed.compression !== 'none') return undefined;
  const params = { ...environmentOf(placeOf(place)), build_id: base.id };
  const listChunks = () => target.client.listBuildChunks({ params }, { signal }).catch(whenGone);
  const partHashes = createPartHashes(new URL('../engine/part-hash-thread.ts', import.meta.url));
  try {
    return await findReuse({ listChunks, partHashes, signal }, packed, base.id);
  } finally {
    await partHashes.close();
  }
}

async function nameOf({ packed }: Made): Promise<string | undefined> {
  return packed && usualName(packed, await contentIdOf(packed));
}

function problemsOf({ problem }: Made): ErrorBody[] {
  return problem === undefined ? [] : [problem.toBody()];
}

/** What is no folder is taken as it is. */
async function surveyOf(request: PushPlanOptions, packer: Packer, base: Build | undefined, { packed }: Made) {
  const { source, options, signal } = request;
  if ((await stat(source).catch(() => undefined))?.isDirectory() !== true) return undefined;
  const survey = await packer.survey({ source, options, against: undefined }, signal);
  const difference = await differenceFrom(request, base, packed);
  return difference === undefined ? survey : { ...survey, difference };
}

function sendsOf({ packed, reuse }: Made, isOurs: boolean): PushPlan['sends'] {
  if (packed === undefined) return undefined;
  const { sha256, compression, files, bytes } = packed;
  const ranges = reuse?.ranges ?? [];
  const partSize = isOurs ? wantedPartSize(bytes, undefined) : undefined;
  const parts = isOurs || bytes <= ONE_PART ? expectedParts(bytes, ranges, partSize) : undefined;
  const reused = ranges.reduce((sum, { content_length: length }) => sum + length, 0);
  return { sha256, compression, files, bytes_total: bytes, bytes_reused: reused, parts };
}

function runsNow({ place, switches }: PushPlanOptions): PushPlan['runs_now'] {
  if (place === undefined || !switches) return undefined;
  const { version_id: id } = place.namespace;
  const isEmpty = firstVersion(place.game)?.version_id === id;
  const name = place.game.versions.find((version) => version.version_id === id)?.display_name;
  return { version_id: id, name, ...(isEmpty && { is_empty: true }) };
}

function warningsOf(game: GameFull | undefined, name: string | undefined): string[] {
  const isTaken = game?.versions.some((version) => version.display_name === name) === true;
  if (game === undefined || !isTaken) return [];
  return [`${game.name_id} has a version called ${name} already. Unless that is this very push, there would be two.`];
}

type ReuseOptions = Pick<PushOptions, 'target' | 'signal'> & {
  place: Pick<PushOptions, 'game' | 'namespace'> | undefined;
};

/** Nothing where there is no earlier build, its contents are unknown, or the pack is no folder's. */
async function differenceFrom(
  { target, place, signal }: ReuseOptions,
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
