// Uploads whose parts go straight to an object store. The store's own list of parts is the truth: none is recorded here. What the record
// keeps is how the store calls the upload, and who was given addresses, as those have to end with their tokens.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { size } from '../../../src-shared/size-text.ts';
import { createTurns } from '../../../src-shared/turns.ts';
import type { GivenAccess, TokenId } from '../../platform/access/given-access.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { ObjectStore } from '../../platform/object-store/object-store.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FetchObject } from './fetch-object.ts';
import { OBJECT_FOLDER, type ObjectPlace, objectKey, objectPlace } from './object-place.ts';
import { countParts, partOf } from './parts.ts';
import { ADDRESS_LIFETIME_MS } from './presign.ts';
import type { UploadRecord, UploadStore } from './store.ts';
import { requireRoom, type UploadBytes } from './upload-bytes.ts';
import type { UploadFiles } from './upload-files.ts';

type Dependencies = {
  objects: ObjectStore;
  store: UploadStore;
  files: UploadFiles;
  database: Database;
  access: GivenAccess;
  fetchObject: FetchObject;
  /** What finished files here would give way for. */
  roomFor(bytes: number): Promise<number>;
  now: () => number;
  log: Log;
};

/** No store takes more in one part. */
const MOST_IN_PART = 5 * 1024 ** 3;
const PAGE = 1_000;

/** The parts from the first on that are known to be in, without a gap; with `isTogether` the store has made them one object. */
type Known = { tags: string[]; isTogether: boolean };

export type ObjectBytes = UploadBytes & {
  /** Whether all parts are in. Asks for no more than what may have come since it was asked last. */
  isWhole(upload: UploadRecord): Promise<boolean>;
  /** Removes what no record knows, and is older than this. */
  removeStrays(before: number): Promise<void>;
  /** Listens for the end of the tokens that were given addresses; to be called for each unfinished upload at the start. */
  watchTokens(upload: UploadRecord): void;
  forget(upload_id: string): void;
};

export function createObjectBytes(dependencies: Dependencies): ObjectBytes {
  const { objects, store, files, database, access, fetchObject, now, log } = dependencies;
  const known = new Map<string, Known>();
  const listening = new Map<string, () => void>();
  const turns = createTurns();

  const placeOf = (upload_id: string): ObjectPlace => {
    const text = store.one(upload_id)?.object;
    if (text === undefined || text === null) throw new AppError('UPLOAD_NOT_FOUND'); // removed meanwhile
    return objectPlace.parse(JSON.parse(text));
  };
  const setPlace = (upload_id: string, place: ObjectPlace) =>
    database.change(() => store.setObject(upload_id, JSON.stringify(place)));
  const forget = (upload_id: string) => {
    known.delete(upload_id);
    for (const [key, stop] of listening) {
      if (!key.startsWith(upload_id)) continue;
      stop();
      listening.delete(key);
    }
  };
  /** Takes the parts and addresses of an upload away, and begins it again. `as`: how the store called it; another one is begun already. */
  const beginAgain = async (upload_id: string, as: string): Promise<void> => {
    if (placeOf(upload_id).upload !== as) return;
    forget(upload_id);
    await objects.abort(objectKey(upload_id), as);
    setPlace(upload_id, { upload: await objects.begin(objectKey(upload_id)), tokens: [] });
  };
  const hasEndedToken = ({ tokens }: ObjectPlace) => tokens.some((token) => access.whyEnded(token) !== undefined);
  const cutOff = (upload_id: string) =>
    turns.of(upload_id)(async () => {
      const upload = store.one(upload_id);
      if (upload?.sha256 !== null || known.get(upload_id)?.isTogether === true) return;
      const place = placeOf(upload_id);
      if (hasEndedToken(place)) await beginAgain(upload_id, place.upload);
    });
  const listen = (upload_id: string, token: string) => {
    const key = `${upload_id}/${token}`;
    if (listening.has(key)) return;
    const end = () =>
      void cutOff(upload_id).catch((thrown: unknown) => {
        // Who asks for this upload next tries again first.
        log('warn', 'addresses not ended', { upload_id, error: String(thrown) });
      });
    listening.set(key, access.whenEnded(token, end));
  };
  const hold = (upload_id: string, by: TokenId) => {
    if (by === undefined) return;
    const place = placeOf(upload_id);
    if (!place.tokens.includes(by)) setPlace(upload_id, { ...place, tokens: [...place.tokens, by] });
    listen(upload_id, by);
  };
  /** The store knows no such upload: it is one object already, or was dropped behind us and begins again. */
  const isTogether = async ({ upload_id, content_length: length }: UploadRecord, as: string): Promise<boolean> => {
    const found = await objects.look(objectKey(upload_id));
    if (found?.bytes === length) {
      known.set(upload_id, { tags: [], isTogether: true });
      return true;
    }
    if (found !== undefined) await objects.remove(objectKey(upload_id));
    await turns.of(upload_id)(() => beginAgain(upload_id, as));
    return false;
  };
  const lookForMore = async (upload: UploadRecord): Promise<boolean> => {
    const { upload_id } = upload;
    await cutOff(upload_id);
    const seen = known.get(upload_id) ?? { tags: [], isTogether: false };
    known.set(upload_id, seen);
    const all = countParts(upload);
    // One alone tells whether there is more to ask for.
    for (let most = 1; seen.tags.length < all && !seen.isTogether; most = PAGE) {
      const as = placeOf(upload_id).upload;
      const listed = await objects.listParts(objectKey(upload_id), as, { after: seen.tags.length, most });
      if (listed === undefined) return await isTogether(upload, as);
      const before = seen.tags.length;
      for (const { number, bytes, tag } of listed.parts) {
        if (number !== seen.tags.length + 1 || bytes !== partOf(upload, number).length) break;
        seen.tags.push(tag);
      }
      if (seen.tags.length === before) return false;
    }
    return true;
  };
  const isWhole = (upload: UploadRecord) => turns.of(`${upload.upload_id}/look`)(() => lookForMore(upload));
  return {
    isWhole,
    forget,
    watchTokens: ({ upload_id }) => {
      for (const token of placeOf(upload_id).tokens) listen(upload_id, token);
    },
    begin: async (upload_id, { length, partLength }) => {
      if (partLength > MOST_IN_PART) {
        throw new AppError('UPLOAD_TOO_LARGE', 'objects.one-part-too-long', { limit: size(MOST_IN_PART) });
      }
      // It is read through a file here when it is whole.
      requireRoom(await dependencies.roomFor(length), length);
      return JSON.stringify({ upload: await objects.begin(objectKey(upload_id)), tokens: [] } satisfies ObjectPlace);
    },
    address: ({ upload_id }, part, by) => {
      hold(upload_id, by);
      const lifetime = { at: now(), seconds: ADDRESS_LIFETIME_MS / 1000 };
      return objects.presignPart(objectKey(upload_id), placeOf(upload_id).upload, part, lifetime);
    },
    partsIn: async (upload) => {
      const { upload_id } = upload;
      const whole = new Map<number, { etag?: string; at?: number }>();
      await cutOff(upload_id);
      for (let after = 0, hasMore = true; hasMore; ) {
        const as = placeOf(upload_id).upload;
        const listed = await objects.listParts(objectKey(upload_id), as, { after, most: PAGE });
        if (listed === undefined) {
          const all = (await isTogether(upload, as)) ? countParts(upload) : 0;
          return { whole: new Map(Array.from({ length: all }, (_, at) => [at + 1, {}])), torn: new Map() };
        }
        for (const { number, bytes, tag, at } of listed.parts) {
          // One of another length is as if it had never been sent.
          const isPart = number <= countParts(upload) && bytes === partOf(upload, number).length;
          if (isPart) whole.set(number, { etag: tag, at });
        }
        after = listed.parts.at(-1)?.number ?? after;
        hasMore = listed.hasMore && listed.parts.length > 0;
      }
      return { whole, torn: new Map() };
    },
    gather: (upload) =>
      // Nothing is taken away meanwhile.
      turns.of(`${upload.upload_id}/gather`)(async () => {
        const { upload_id, content_length: length } = upload;
        if (!(await isWhole(upload))) throw new AppError('UPLOAD_INCOMPLETE', 'objects.part-gone');
        const { tags = [], isTogether: isOne = false } = known.get(upload_id) ?? {};
        if (!isOne) {
          const parts = tags.map((tag, at) => ({ number: at + 1, tag }));
          const as = placeOf(upload_id).upload;
          const outcome = await objects.complete(objectKey(upload_id), as, parts);
          if (outcome === 'other') known.delete(upload_id);
          const isDone = outcome === 'done' || (outcome === 'gone' && (await isTogether(upload, as)));
          if (!isDone) throw new AppError('UPLOAD_INCOMPLETE', 'objects.part-gone');
          known.set(upload_id, { tags: [], isTogether: true });
        }
        return await fetchObject({ key: objectKey(upload_id), length, file: files.file(upload_id) });
      }),
    remove: async ({ upload_id, object }) => {
      forget(upload_id);
      await files.remove(upload_id);
      const place = objectPlace.safeParse(JSON.parse(object ?? 'null'));
      if (place.success) await objects.abort(objectKey(upload_id), place.data.upload);
      await objects.remove(objectKey(upload_id));
    },
    removeStrays: async (before) => {
      for await (const { key, upload, at } of objects.list(OBJECT_FOLDER)) {
        if (!(at < before)) continue;
        const record = store.one(key.slice(OBJECT_FOLDER.length));
        if (upload === undefined && record === undefined) await objects.remove(key);
        // One that is finished needs no parts any more.
        if (upload !== undefined && record?.complete_ts !== null) await objects.abort(key, upload);
      }
    },
  };
}
