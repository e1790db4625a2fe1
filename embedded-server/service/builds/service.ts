// Builds: prepared, listed, tagged, deleted; and what becomes of one when its last byte is in: a version of its name.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildKind, PrepareBuildBody, SetBuildTagsBody } from '../../../src-shared/service/builds.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import { utf8Length } from '../../../src-shared/service/text-limits.ts';
import { asMessage, messageFor } from '../../../src-shared/text/message.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { readSentence } from '../../platform/storage/sentence-column.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import { pathProblems, tagProblems } from '../../platform/validation/texts.ts';
import { buildsKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { GameService } from '../games/service.ts';
import type { GameStore } from '../games/store.ts';
import { partSizeOf } from '../uploads/parts.ts';
import { cutAround } from '../uploads/reuse-cut.ts';
import type { Checked, Finisher, UploadService } from '../uploads/service.ts';
import type { UploadRecord } from '../uploads/store.ts';
import type { BuildRecord, BuildStore, WholeBuild } from './store.ts';
import { tagsAfter } from './tags.ts';

export type BuildParts = {
  store: BuildStore;
  gameStore: GameStore;
  games: GameService;
  database: Database;
  revision: Revision;
  hub: WatchHub;
  maxBuildBytes: number;
  /** Whether a stored file can be unpacked, and what it asks for, after reading all of it. */
  checkStored(file: string, build: { name: string; kind: BuildKind }): Promise<Checked>;
  now: () => number;
};
export type BuildService = ReturnType<typeof createBuildService>;
export type Environment = { game_id: string; namespace_id: string };

export function createBuildService(parts: BuildParts) {
  const { store } = parts;
  const one = ({ namespace_id }: Environment, build_id: string): WholeBuild => {
    const found = store.one(build_id);
    if (found?.namespace_id !== namespace_id) throw new AppError('BUILDS_BUILD_NOT_FOUND');
    return found;
  };
  return {
    one,
    list: ({ namespace_id }: Environment) => ({
      revision: store.revision(namespace_id),
      builds: store.list(namespace_id),
    }),
    /** Why versions and servers of this game cannot run this build; undefined where they can. */
    whyNotRun: (game_id: string, build_id: string) => whyNotRun(store.one(build_id), game_id),
    /** The version that a build became. */
    versionOf: (build_id: string): string | null => store.one(build_id)?.version_id ?? null,
    /** With a key that was used before, the same build comes back and what it got is kept. */
    prepare: async (uploads: UploadService, place: Environment, request: PrepareBuildBody, { key, by }: Preparing) => {
      refusePrepare(request, key, parts.maxBuildBytes);
      const before = key === undefined ? undefined : store.byKey(place.namespace_id, key);
      if (before !== undefined) return againPrepared(uploads, before, request);
      return await prepareNew(parts, uploads, place, request, { key, by });
    },
    /** The stored bytes that an upload takes stretches of, if it was cut for them. */
    reusable: (place: Environment, upload: UploadRecord, request: PrepareBuildBody): string | undefined =>
      upload.cut !== null && upload.cut === cutOf(parts, place, request)
        ? reusableOf(parts, place, request)
        : undefined,
    setTags: ({ namespace_id }: Environment, build: WholeBuild, request: SetBuildTagsBody): void => {
      const changed = tagsAfter(store.list(namespace_id), build, request);
      changeBuilds(parts, namespace_id, () => {
        for (const [build_id, tags] of changed) store.setTags(build_id, tags);
      });
    },
    /** Takes the records away; the caller removes the bytes that nothing uses then. */
    remove: (build: WholeBuild, removeUpload: () => void): void => {
      refuseRunning(store, build);
      removeBuild(parts, build, removeUpload);
    },
    /** The namespace that an upload was sent to, if it is of a build. */
    namespaceOf: (upload_id: string): string | undefined => store.byUpload(upload_id)?.namespace_id,
    /** The uploads of builds whose namespace is gone, and that became no version. */
    stranded: () => store.stranded(),
    /** The same for an upload that nobody finished, if it was for a build. */
    forgetUpload: (upload_id: string, removeUpload: () => void): void => {
      const build = store.byUpload(upload_id);
      if (build !== undefined) removeBuild(parts, build, removeUpload);
    },
    finisher: finisherOf(parts),
  };
}

function finisherOf(parts: BuildParts): Finisher {
  return {
    check: (file, { upload_id: id, path: name }) =>
      parts.checkStored(file, { name, kind: parts.store.byUpload(id)?.kind ?? 'archive' }),
    refusalOf: ({ upload_id: id }) => {
      const refusal = readSentence(parts.store.byUpload(id)?.refusal ?? null);
      return refusal === null ? undefined : asMessage(refusal);
    },
    publish: (upload, checked) => publish(parts, upload, checked),
    published: (upload) => published(parts, upload),
  };
}

/** Of builds of other games not even whether they exist is said. */
function whyNotRun(build: WholeBuild | undefined, game_id: string): AppError | undefined {
  if (build?.game_id !== game_id) return new AppError('BUILDS_BUILD_NOT_FOUND');
  if (build.complete_ts === null) return new AppError('BUILD_INVALID', 'build.still-uploading', { name: build.name });
  const refusal = readSentence(build.refusal);
  return refusal === null ? undefined : new AppError('BUILD_INVALID', asMessage(refusal));
}

function refuseRunning(store: BuildStore, build: WholeBuild): void {
  const runners = store.runners(build.game_id, build.build_id);
  if (runners.length === 0) return;
  const [namespace = ''] = runners;
  const message =
    runners.length === 1
      ? messageFor('build.in-use', { namespace })
      : messageFor('build.in-use-by-many', { namespaces: runners.join(', ') });
  throw new AppError('VALIDATION_ERROR', message, { metadata: { errors: [{ path: ['build', 'in-use'] }] } });
}

function removeBuild(parts: BuildParts, build: WholeBuild, removeUpload: () => void): void {
  changeBuilds(parts, build.namespace_id, () => {
    parts.store.remove(build.build_id);
    removeUpload();
  });
}

/** Moves what watchers of the namespace's builds see, and wakes them. */
function changeBuilds({ store, database, revision, hub }: BuildParts, namespace_id: string, work: () => void): void {
  database.change(() => {
    store.setRevision(namespace_id, revision.next());
    work();
  });
  hub.wake(buildsKey(namespace_id));
}

/** Only from complete builds of the same game; of others not even whether they exist is said. */
function reusableOf({ store }: BuildParts, { game_id }: Environment, { reuse }: PrepareBuildBody): string | undefined {
  const found = reuse === undefined ? undefined : store.one(reuse.build);
  return whyNotRun(found, game_id) === undefined ? (found?.sha256 ?? undefined) : undefined;
}

function cutOf(parts: BuildParts, place: Environment, request: PrepareBuildBody): string | undefined {
  const { reuse, multipart_upload: multipart, image_file: file } = request;
  if (reuse === undefined || reuse.ranges.length === 0 || multipart !== true) return undefined;
  const cut = JSON.stringify(cutAround(reuse.ranges, file.content_length, request.part_size));
  return reusableOf(parts, place, request) === undefined ? undefined : cut;
}

function againPrepared(uploads: UploadService, build: WholeBuild, request: PrepareBuildBody) {
  const upload = uploads.one(build.upload_id);
  refuseOtherRequest(build, upload.path, request);
  return { build, upload };
}

/** The key that makes it repeatable, and the token it came with. */
type Preparing = { key: string | undefined; by: TokenId };

async function prepareNew(
  parts: BuildParts,
  uploads: UploadService,
  place: Environment,
  request: PrepareBuildBody,
  { key, by }: Preparing,
): Promise<{ build: BuildRecord; upload: UploadRecord }> {
  const { content_length: contentLength, path } = request.image_file;
  const multipart = request.multipart_upload === true;
  const partSize = multipart ? partSizeOf(contentLength, request.part_size) : Math.max(1, contentLength);
  const cut = uploads.canReuse('build') ? cutOf(parts, place, request) : undefined;
  const upload = await uploads.prepare({
    kind: 'build',
    game_id: place.game_id,
    path,
    contentLength,
    partSize,
    by,
    ...(cut === undefined ? {} : { cut }),
  });
  // While the file was made, the same request may have come a second time.
  const twin = key === undefined ? undefined : parts.store.byKey(place.namespace_id, key);
  if (twin !== undefined) {
    await uploads.withdraw(upload);
    return againPrepared(uploads, twin, request);
  }
  if (!hasNamespace(parts, place)) {
    await uploads.withdraw(upload);
    throw new AppError('GAME_ENVIRONMENT_NOT_FOUND');
  }
  const build: BuildRecord = {
    build_id: randomUUID(),
    game_id: place.game_id,
    namespace_id: place.namespace_id,
    upload_id: upload.upload_id,
    name: request.name,
    image_tag: request.image_tag,
    tags: '{}',
    revision: 0,
    kind: request.kind ?? 'docker_image',
    compression: request.compression ?? 'none',
    create_ts: parts.now(),
    version_id: null,
    idempotency_key: key ?? null,
    multipart: Number(multipart),
    refusal: null,
    resources: null,
  };
  changeBuilds(parts, place.namespace_id, () => {
    uploads.insert(upload);
    parts.store.insert({ ...build, revision: parts.revision.next() });
  });
  return { build, upload };
}

function hasNamespace({ gameStore }: BuildParts, { game_id, namespace_id }: Environment): boolean {
  return gameStore.namespaces(game_id).some((one) => one.namespace_id === namespace_id);
}

/** Runs within the change that completes the upload. */
function publish(
  { store, gameStore, games, revision, now }: BuildParts,
  upload: UploadRecord,
  { refusal, resources }: Checked = {},
): void {
  const build = store.byUpload(upload.upload_id);
  if (build === undefined) return; // deleted while its last bytes came
  store.setRevision(build.namespace_id, revision.next());
  if (refusal !== undefined) {
    store.setRefusal(build.build_id, refusal);
    return;
  }
  if (resources !== undefined) store.setResources(build.build_id, resources);
  const version_id = randomUUID();
  games.change(build.game_id, (sequence) =>
    gameStore.insertVersion({
      version_id,
      game_id: build.game_id,
      display_name: build.name,
      create_ts: now(),
      sequence,
      config: JSON.stringify({ build: build.build_id }),
    }),
  );
  store.setVersion(build.build_id, version_id);
}

function published({ store, hub }: BuildParts, upload: UploadRecord): void {
  const build = store.byUpload(upload.upload_id);
  if (build !== undefined) hub.wake(buildsKey(build.namespace_id));
}

const KEY_BYTES = 200;

/** What a build that is to be uploaded must be like. */
function refusePrepare(request: PrepareBuildBody, key: string | undefined, maxBytes: number): void {
  refuseProblems('invalid.build', [
    ...displayNameProblems(request.name),
    ...tagProblems('image-tag', request.image_tag),
    ...pathProblems('path', request.image_file.path),
  ]);
  if (request.image_file.content_length > maxBytes) {
    throw new AppError(
      'UPLOAD_TOO_LARGE',
      'upload.build-too-large',
      { limit: maxBytes },
      {
        metadata: { limit: maxBytes },
      },
    );
  }
  if (key !== undefined && (key === '' || utf8Length(key) > KEY_BYTES)) {
    throw new AppError('API_BAD_BODY', 'http.idempotency-key-length', { limit: KEY_BYTES });
  }
}

/** A key stands for one request. Another one under it is a mistake of the caller, and must not get the first one's build. */
function refuseOtherRequest(build: WholeBuild, path: string, request: PrepareBuildBody): void {
  const same =
    build.name === request.name &&
    build.image_tag === request.image_tag &&
    build.content_length === request.image_file.content_length &&
    path === request.image_file.path &&
    build.kind === (request.kind ?? 'docker_image') &&
    build.compression === (request.compression ?? 'none') &&
    build.multipart === Number(request.multipart_upload === true);
  if (!same) throw new AppError('API_BAD_BODY', 'http.idempotency-key-reused');
}
