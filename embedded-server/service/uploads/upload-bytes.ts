// The seam between uploads and where their bytes come in: files of this service, or an object store. What is beside it holds for both.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { size } from '../../../src-shared/size-text.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import type { Part } from './parts.ts';
import type { Presigner } from './presign.ts';
import type { UploadKind, UploadRecord, UploadStore } from './store.ts';
import type { UploadFiles } from './upload-files.ts';
import type { WholeHashes } from './whole-hash.ts';

/** A part that is in: the SHA-256 that the service worked out, or the tag that a store gave it, and when. */
export type PartIn = { digest?: Uint8Array; etag?: string; at?: number };
/** By number. `torn`: how much is kept of parts that broke off. */
export type PartsIn = { whole: ReadonlyMap<number, PartIn>; torn: ReadonlyMap<number, number> };

export type UploadBytes = {
  /** Makes the place that its parts go to. Answers what its record keeps of that place. */
  begin(upload_id: string, part: { length: number; partLength: number }): Promise<string | null>;
  /** Where one part goes, for who has this token. */
  address(upload: UploadRecord, part: Part, by: TokenId): string;
  partsIn(upload: UploadRecord): Promise<PartsIn>;
  /** All parts are in: makes the file of the upload whole and synced, and answers its SHA-256. */
  gather(upload: UploadRecord): Promise<string>;
  /** Takes away what there is of it. */
  remove(upload: UploadRecord): Promise<void>;
};

export type ChooseBytes = {
  /** Whether parts go past this service. */
  isElsewhere(kind: UploadKind): boolean;
  forNew(kind: UploadKind): UploadBytes;
  of(upload: UploadRecord): UploadBytes;
};

/** Pictures are small and shown by the service itself, so they are files everywhere. */
export function chooseBytes(files: UploadBytes, objects: UploadBytes | undefined): ChooseBytes {
  const isElsewhere = (kind: UploadKind) => kind === 'build' && objects !== undefined;
  return {
    isElsewhere,
    forNew: (kind) => (isElsewhere(kind) ? (objects ?? files) : files),
    of: ({ object }) => {
      if (object === null) return files;
      if (objects === undefined)
        throw new AppError('OBJECT_STORE_FAILED', 'objects.not-connected', {}, { metadata: { needs_operator: true } });
      return objects;
    },
  };
}

type FileParts = { store: UploadStore; files: UploadFiles; presigner: Presigner; wholeHashes: WholeHashes };

export function createFileBytes({ store, files, presigner, wholeHashes }: FileParts): UploadBytes {
  return {
    begin: async (upload_id, { length }) => {
      requireRoom(await files.freeBytes(), length);
      await files.create(upload_id);
      return null;
    },
    address: ({ upload_id }, { number }, by) => presigner.sign(upload_id, number, by),
    partsIn: async ({ upload_id }) => ({
      whole: new Map(store.parts(upload_id).map(({ number, digest }) => [number, { digest }])),
      torn: new Map(store.torn(upload_id).map(({ number, bytes }) => [number, bytes])),
    }),
    gather: wholeHashes.digest,
    remove: ({ upload_id }) => files.remove(upload_id),
  };
}

/** Before a byte comes, so that nobody sends for long what cannot be kept. */
export function requireRoom(free: number, needed: number): void {
  if (free > needed) return;
  const sentence = messageFor('upload.no-room', { needed: size(needed), free: size(free) });
  throw new AppError('STORAGE_FULL', sentence, { metadata: { needed, free } });
}
