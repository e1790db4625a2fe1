// Uploads of any kind: prepared, received part by part in any order, finished once, swept when abandoned.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { PresignedRequest } from '../../../src-shared/service/uploads.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { GivenAccess, TokenId } from '../../platform/access/given-access.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { Database } from '../../platform/storage/database.ts';
import { countParts, cutIntoParts, type Part } from './parts.ts';
import { removeBytes } from './remove-unused-bytes.ts';
import type { UploadKind, UploadRecord, UploadStore } from './store.ts';
import type { ChooseBytes, UploadBytes } from './upload-bytes.ts';
import type { UploadFiles } from './upload-files.ts';
import { createOpenUploads } from './upload-limits.ts';
import type { WholeHashes } from './whole-hash.ts';

/** What was found in a file that is whole: why nothing can come of it, or what a build asks for. */
export type Checked = { refusal?: Message; resources?: Resources };

/** What becomes of a finished upload; each kind of upload has one. */
export type Finisher = {
  /** Looks at the bytes before they are acknowledged; only for kinds that come in one part. */
  inspect?: (file: string, upload: UploadRecord) => Promise<void>;
  /** Reads the whole file when all its bytes are in; answers what was found. */
  check?: (file: string, upload: UploadRecord) => Promise<Checked>;
  /** Why nothing came of one that is complete. */
  refusalOf?: (upload: UploadRecord) => Message | undefined;
  /** Runs within the change that makes the upload complete. */
  publish: (upload: UploadRecord, checked?: Checked) => void;
  /** Runs after it, to wake who watches. */
  published: (upload: UploadRecord) => void;
};

export type UploadParts = {
  store: UploadStore;
  files: UploadFiles;
  blobs: BlobStore;
  database: Database;
  wholeHashes: WholeHashes;
  bytes: ChooseBytes;
  /** Told where parts go that the service sees nothing of. */
  onAddresses?: (upload: UploadRecord, by: TokenId) => void;
  finishers: Record<UploadKind, Finisher>;
  access: GivenAccess;
  /** Takes away all that is known of an upload that nobody finished. */
  discard(upload_id: string): Promise<void>;
  now: () => number;
  log: Log;
};

export type NewUpload = {
  kind: UploadKind;
  game_id: string;
  path: string;
  contentLength: number;
  partSize: number;
  cut?: string;
  by: TokenId;
};
export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService(parts: UploadParts) {
  const { store, bytes, onAddresses = () => undefined } = parts;
  const finishing = new Map<string, Promise<void>>();
  const open = createOpenUploads((upload_id) => store.one(upload_id)?.complete_ts === null);
  const one = (upload_id: string) => oneOf(parts, upload_id);
  /** Ends an upload whose parts are all in. Safe to repeat and to call twice at once. */
  const finish = (upload_id: string, by?: TokenId): Promise<void> => {
    const running = finishing.get(upload_id);
    if (running !== undefined) return running;
    const work = finishUpload(parts, one(upload_id), by)
      .catch((thrown: unknown) => {
        // Without its bytes anything may fail.
        if (!(thrown instanceof AppError)) one(upload_id);
        throw thrown;
      })
      .finally(() => finishing.delete(upload_id));
    finishing.set(upload_id, work);
    return work;
  };
  const refusalOf = (upload: UploadRecord) => parts.finishers[upload.kind].refusalOf?.(upload);
  return {
    one,
    finish,
    /** Whether its bytes are fixed: it is finished, or about to be. */
    isOver: (upload_id: string) => finishing.has(upload_id) || one(upload_id).sha256 !== null,
    /** Checks the disk and makes the file. The record is added by `insert` within the caller's own change. */
    prepare: async (request: NewUpload): Promise<UploadRecord> => {
      const upload_id = randomUUID();
      // Before anything is waited for, as many may come at once.
      open.add(request.by, upload_id);
      return await prepareUpload(parts, upload_id, request).finally(() => open.begun(upload_id));
    },
    insert: (upload: UploadRecord) => store.insert(upload),
    /** Removes the file of one that is not inserted after all. */
    withdraw: (upload: UploadRecord) => removeBytes(bytes, upload, parts.log),
    /** Whether parts of new ones can be taken over from an earlier upload. */
    canReuse: (kind: UploadKind) => !bytes.isElsewhere(kind),
    presign: (upload: UploadRecord, by: TokenId): PresignedRequest[] => {
      onAddresses(upload, by);
      return cutIntoParts(upload).map((part) => presign(bytes.of(upload), upload, part, by));
    },
    /** Each part with a fresh address, and what is in of it. */
    list: async (upload: UploadRecord, by: TokenId) => {
      const place = bytes.of(upload);
      const { whole, torn } = await place.partsIn(upload);
      onAddresses(upload, by);
      return cutIntoParts(upload).map((part) => ({
        ...presign(place, upload, part, by),
        found: whole.get(part.number),
        held: torn.get(part.number),
      }));
    },
    /** Ends it if all parts are in; otherwise says which are missing. Refused also where nothing can come of it. */
    complete: async (upload_id: string, by: TokenId): Promise<void> => {
      const upload = one(upload_id);
      if (upload.complete_ts === null) {
        refuseMissing(await missingParts(bytes.of(upload), upload));
        await finish(upload_id, by);
      }
      const refusal = refusalOf(upload);
      if (refusal !== undefined) throw new AppError('BUILD_INVALID', refusal);
    },
    /** Whether all parts that come here are in. Asked after each one: which are missing would be a list of nearly all of them each time. */
    isWhole: (upload: UploadRecord) => isWhole(store, upload),
    /** Why nothing can come of it, once that was looked at. */
    refusalOf,
  };
}

function oneOf({ store }: Pick<UploadParts, 'store'>, upload_id: string): UploadRecord {
  const found = store.one(upload_id);
  if (found === undefined) throw new AppError('UPLOAD_NOT_FOUND');
  return found;
}

async function prepareUpload(
  { bytes, now }: UploadParts,
  upload_id: string,
  request: NewUpload,
): Promise<UploadRecord> {
  const { contentLength: length, partSize } = request;
  const object = await bytes.forNew(request.kind).begin(upload_id, { length, partLength: Math.min(length, partSize) });
  return {
    upload_id,
    kind: request.kind,
    game_id: request.game_id,
    path: request.path,
    content_length: request.contentLength,
    part_size: request.partSize,
    cut: request.cut ?? null,
    object,
    create_ts: now(),
    sha256: null,
    complete_ts: null,
  };
}

function refuseMissing(missing: number[]): void {
  if (missing.length === 0) return;
  const [part = 0] = missing;
  const message =
    missing.length === 1
      ? messageFor('upload.part-missing', { part })
      : messageFor('upload.parts-missing', { count: missing.length });
  throw new AppError('UPLOAD_INCOMPLETE', message, { metadata: { missing } });
}

function presign(place: UploadBytes, upload: UploadRecord, part: Part, by: TokenId): PresignedRequest {
  return {
    url: place.address(upload, part, by),
    path: upload.path,
    content_length: part.length,
    byte_offset: part.offset,
    ...(part.reused === true ? { reused: true } : {}),
  };
}

function isWhole(store: UploadStore, upload: UploadRecord): boolean {
  return store.countParts(upload.upload_id) === countParts(upload);
}

async function missingParts(place: UploadBytes, upload: UploadRecord): Promise<number[]> {
  const { whole } = await place.partsIn(upload);
  return cutIntoParts(upload).flatMap(({ number }) => (whole.has(number) ? [] : [number]));
}

/**
 * Bytes first, record last: hash known, then the file in place, then the record. Each step can be taken again. `by` is the token
 * that the last part came with, or that asked for the end; once it is worth nothing, nothing is published.
 */
async function finishUpload(parts: UploadParts, upload: UploadRecord, by: TokenId): Promise<void> {
  const { store, files, blobs, database, bytes, finishers, now } = parts;
  if (upload.complete_ts !== null) return;
  const { upload_id } = upload;
  const draft = files.file(upload_id);
  const sha256 = upload.sha256 ?? (await bytes.of(upload).gather(upload));
  oneOf(parts, upload_id); // it may have been removed meanwhile
  if (upload.sha256 === null) database.change(() => store.setHash(upload_id, sha256));
  // After a crash between the two last steps the draft is the blob already.
  if (upload.sha256 === null || !(await blobs.has(sha256))) await blobs.adopt(draft, sha256);
  else await files.remove(upload_id);
  const finisher = finishers[upload.kind];
  const checked = await finisher.check?.(blobs.path(sha256), upload);
  const finished = { ...upload, sha256, complete_ts: now() };
  oneOf(parts, upload_id); // it may have been removed meanwhile
  const ended = parts.access.whyEnded(by);
  if (ended !== undefined) {
    await parts.discard(upload_id);
    throw ended;
  }
  database.change(() => {
    store.setComplete(upload_id, finished.complete_ts);
    finisher.publish(finished, checked);
  });
  finisher.published(finished);
}
