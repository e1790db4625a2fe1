// Answers the calls about builds.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Build, PrepareBuildAnswer, PrepareBuildBody } from '../../../src-shared/service/builds.ts';
import type { PresignedRequest } from '../../../src-shared/service/uploads.ts';
import { type TokenId, tokenIdOf } from '../../platform/access/given-access.ts';
import { answered } from '../../platform/front/answered-message.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import { readSentence } from '../../platform/storage/sentence-column.ts';
import { buildsKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { answerWatched } from '../../platform/watch/watched.ts';
import { crashMarks } from '../games/shapes.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import type { UploadRemover } from '../uploads/remove-unused-bytes.ts';
import type { Reuser } from '../uploads/reuse.ts';
import type { UploadService } from '../uploads/service.ts';
import type { UploadRecord } from '../uploads/store.ts';
import type { BuildChunker } from './chunks.ts';
import type { ExamineBuild } from './examine.ts';
import type { ListBuildFiles } from './list-build-files.ts';
import type { BuildService, Environment } from './service.ts';
import type { BuildRecord, WholeBuild } from './store.ts';
import { hasTags, parseTags } from './tags.ts';

type Parts = {
  builds: BuildService;
  uploads: UploadService;
  remover: UploadRemover;
  namespaces: NamespaceService;
  hub: WatchHub;
  examine: ExamineBuild;
  listFiles: ListBuildFiles;
  chunker: BuildChunker;
  reuser: Reuser;
  blobs: BlobStore;
  /** What was unpacked of a file that is gone goes as well. */
  forgetUnpacked(sha256: string): Promise<void>;
};
type Served =
  | 'listGameBuilds'
  | 'createGameBuild'
  | 'prepareBuild'
  | 'listBuilds'
  | 'getBuild'
  | 'examineBuild'
  | 'listBuildFiles'
  | 'listBuildChunks'
  | 'completeBuild'
  | 'setBuildTags'
  | 'deleteBuild';
type Place = { game_id: string; environment_id: string };

/** How many files a page has, unless the request says otherwise. */
const FILES_PAGE = 1_000;

export function buildHandlers(parts: Parts): SomeHandlers<Served> {
  const { builds, uploads, namespaces, hub } = parts;
  const find = (params: Place & { build_id: string }) => builds.one(namespaces.environment(params), params.build_id);
  return {
    prepareBuild: async ({ params, body }, { caller, idempotencyKey }) => {
      const place = namespaces.environment(params);
      const by = tokenIdOf(caller);
      const { build, upload } = await builds.prepare(uploads, place, body, { key: idempotencyKey, by });
      reuseOf(parts, place, upload, { body, by });
      return shapePrepared(build, uploads.presign(upload, by));
    },
    listBuilds: ({ params, query }, { signal }) => {
      const place = namespaces.environment(params);
      return answerWatched({
        hub,
        key: buildsKey(place.namespace_id),
        index: query.watch_index,
        signal,
        read: () => {
          const { revision, builds: all } = builds.list(place);
          const chosen = all.filter((build) => hasTags(build, query.tags_json ?? {}));
          return { revision, data: { builds: chosen.map((build) => shapeBuild(build, parts)) } };
        },
      });
    },
    getBuild: ({ params }) => ({ build: shapeBuild(find(params), parts) }),
    ...ofGames(parts),
    ...lookingInside(parts, find),
    listBuildChunks: ({ params }, { signal }) => parts.chunker.of(find(params), signal),
    completeBuild: async ({ params }, { caller }) => {
      const { upload_id } = find(params);
      await parts.reuser.settled(upload_id);
      await uploads.complete(upload_id, tokenIdOf(caller));
      return {};
    },
    setBuildTags: ({ params, body }) => {
      const place = namespaces.environment(params);
      builds.setTags(place, builds.one(place, params.build_id), body);
      return {};
    },
    deleteBuild: async ({ params }) => {
      await removeBuild(parts, find(params));
      return {};
    },
  };
}

/** What the original service asked of a game, before builds were of a namespace. */
function ofGames(parts: Parts): SomeHandlers<'listGameBuilds' | 'createGameBuild'> {
  const { builds, uploads, namespaces } = parts;
  return {
    listGameBuilds: ({ params }) => {
      const all = namespaces.inGame(params.game_id).flatMap((place) => builds.list(place).builds);
      const newest = all.toSorted((a, b) => b.create_ts - a.create_ts || b.revision - a.revision);
      return { builds: newest.map(shapeGameBuild) };
    },
    createGameBuild: async ({ params, body }, { caller, idempotencyKey }) => {
      const [place] = namespaces.inGame(params.game_id);
      if (place === undefined) throw new AppError('NAMESPACE_NOT_FOUND');
      const { display_name: name, ...request } = body;
      const by = tokenIdOf(caller);
      const asked = { ...request, name, reuse: undefined, part_size: undefined };
      const prepared = await builds.prepare(uploads, place, asked, { key: idempotencyKey, by });
      const { build, ...where } = shapePrepared(prepared.build, uploads.presign(prepared.upload, by));
      return { build_id: build, upload_id: prepared.build.upload_id, ...where };
    },
  };
}

function shapeGameBuild(build: WholeBuild) {
  return {
    build_id: build.build_id,
    upload_id: build.upload_id,
    display_name: build.name,
    create_ts: timestampOf(build.create_ts),
    content_length: build.content_length,
    complete: build.complete_ts !== null && build.refusal === null,
    tags: parseTags(build),
  };
}

type Find = (params: Place & { build_id: string }) => WholeBuild;

function lookingInside(
  { uploads, examine, listFiles }: Parts,
  find: Find,
): SomeHandlers<'examineBuild' | 'listBuildFiles'> {
  return {
    examineBuild: async ({ params }, { signal }) => {
      const build = find(params);
      return { report: await examine(build, uploads.one(build.upload_id).path, signal) };
    },
    listBuildFiles: async ({ params, query: { from = 0, limit = FILES_PAGE } }, { signal }) => {
      const build = find(params);
      const all = await listFiles(build, uploads.one(build.upload_id).path, signal);
      return { files: all.slice(from, from + limit), total: all.length };
    },
  };
}

function reuseOf(
  parts: Parts,
  place: Environment,
  upload: UploadRecord,
  { body, by }: { body: PrepareBuildBody; by: TokenId },
): void {
  const sha256 = parts.builds.reusable(place, upload, body);
  if (sha256 === undefined || body.reuse === undefined) return;
  parts.reuser.begin(upload, { file: parts.blobs.path(sha256), ranges: body.reuse.ranges, by });
}

async function removeBuild({ builds, remover, forgetUnpacked }: Parts, build: WholeBuild): Promise<void> {
  await remover.remove(build.upload_id, (removeRecord) => builds.remove(build, removeRecord));
  if (build.sha256 !== null) await forgetUnpacked(build.sha256);
}

function shapePrepared(build: BuildRecord, [first, ...more]: readonly PresignedRequest[]): PrepareBuildAnswer {
  if (first === undefined) throw new Error('An upload has at least one part');
  const answer: PrepareBuildAnswer = { build: build.build_id };
  if (build.multipart === 1) return { ...answer, image_presigned_requests: [first, ...more] };
  return { ...answer, image_presigned_request: first };
}

function shapeBuild(build: WholeBuild, parts: Parts): Build {
  const refusal = readSentence(build.refusal);
  return {
    id: build.build_id,
    name: build.name,
    created_at: timestampOf(build.create_ts),
    content_length: build.content_length,
    tags: parseTags(build),
    image_tag: build.image_tag,
    kind: build.kind,
    compression: build.compression,
    upload_id: build.upload_id,
    state: stateOf(build, parts),
    ...(refusal === null ? {} : { problem: answered(refusal) }),
    ...(build.version_id === null ? {} : { version_id: build.version_id }),
    ...(build.sha256 === null || build.complete_ts === null ? {} : { sha256: build.sha256 }),
    crashes: crashMarks(build),
  };
}

function stateOf(build: WholeBuild, { uploads, reuser }: Parts): Build['state'] {
  if (build.complete_ts !== null) return build.refusal === null ? 'complete' : 'refused';
  return uploads.isOver(build.upload_id) || reuser.isUnderWay(build.upload_id) ? 'checking' : 'uploading';
}
