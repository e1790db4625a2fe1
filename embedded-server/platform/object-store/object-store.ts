// An S3-compatible store, as far as builds need it: uploads in parts, reading, and removing. Addresses of parts are signed here, and
// their bytes never pass. Why no client of others does this: docs/decisions/0089-object-store.md.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { bucketName } from '../../../src-shared/place-names.ts';
import { presignQuery } from './signature.ts';
import { lineError } from './store-failure.ts';
import {
  createStoreSender,
  type FilePiece,
  pathOf,
  type StoreAnswer,
  type StorePlace,
  type StoreRequest,
} from './store-request.ts';

export type { StorePlace } from './store-request.ts';

export type StoredPart = { number: number; bytes: number; tag: string; at: number };
export type ListedParts = { parts: StoredPart[]; hasMore: boolean };
export type ObjectStore = ReturnType<typeof createObjectStore>;

/** To put many parts together may take a store long. */
const COMPLETE_WITHIN_MS = 300_000;
/** Answers of stores that know nothing of an upload. */
const GONE = new Set(['NoSuchUpload', 'NoSuchKey']);
/** A part is not what it was when it was listed. */
const OTHER_PARTS = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall']);

export function createObjectStore(place: StorePlace) {
  const name = bucketName(place);
  const { send, keys, close } = createStoreSender(place, name);
  const origin = new URL(place.endpoint).origin;
  const full = (key: string) => (place.prefix === '' ? key : `${place.prefix}/${key}`);
  const presign = (method: string, key: string, asked: Asked, { at, seconds }: Lifetime) => {
    const path = pathOf(place, full(key));
    const request = { method, host: new URL(origin).host, path, ...asked };
    return `${origin}${path}?${presignQuery(request, seconds, { region: place.region, keys: keys(), at })}`;
  };
  /** Undefined where there is no such thing. */
  const found = async (request: StoreRequest): Promise<string | undefined> => {
    const answer = await send(request);
    return isGone(answer) ? undefined : orThrow(answer).text;
  };
  return {
    /** How people call it. */
    name,
    /** What broke while an answer was read, as a sentence. */
    lineError: (thrown: unknown) => lineError(name, thrown),
    /** Begins an upload in parts; answers what the store calls it. */
    begin: async (key: string): Promise<string> => {
      const answer = await send({ method: 'POST', key: full(key), query: { uploads: '' } });
      return valueOf(orThrow(answer).text, 'UploadId');
    },
    /** Where one part goes: good for its length alone, and for so many seconds from `at` on. */
    presignPart: (key: string, upload: string, part: { number: number; length: number }, { at, seconds }: Lifetime) => {
      const query = { partNumber: String(part.number), uploadId: upload };
      return presign('PUT', key, { query, headers: { 'content-length': String(part.length) } }, { at, seconds });
    },
    /** Where an object is read from, by whoever has the address, for so many seconds from `at` on. */
    presignRead: (key: string, lifetime: Lifetime) => presign('GET', key, { query: {}, headers: {} }, lifetime),
    /** The parts after one, in order; undefined when the store knows no such upload. */
    listParts: async (key: string, upload: string, { after, most }: Page): Promise<ListedParts | undefined> => {
      const query = { uploadId: upload, 'part-number-marker': String(after), 'max-parts': String(most) };
      const text = await found({ method: 'GET', key: full(key), query });
      if (text === undefined) return undefined;
      return { parts: elementsOf(text, 'Part').map(readPart), hasMore: valueOf(text, 'IsTruncated') === 'true' };
    },
    /** Puts the parts together. `gone`: there is no such upload any more. `other`: a part is not what it was. */
    complete: async (
      key: string,
      upload: string,
      parts: readonly Pick<StoredPart, 'number' | 'tag'>[],
    ): Promise<'done' | 'gone' | 'other'> => {
      const items = parts.map(
        ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const answer = await send({
        method: 'POST',
        key: full(key),
        query: { uploadId: upload },
        headers: { 'content-type': 'application/xml' },
        body: `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${items.join('')}</CompleteMultipartUpload>`,
        withinMs: COMPLETE_WITHIN_MS,
      });
      if (isGone(answer)) return 'gone';
      if (answer.kind === 'refused' && OTHER_PARTS.has(answer.refusal.code)) return 'other';
      // A store that takes long sends 200 first, and what came of it later.
      const { text } = orThrow(answer);
      const code = text.includes('<Error>') ? valueOf(text, 'Code') : undefined;
      if (code === undefined) return 'done';
      return GONE.has(code) ? 'gone' : 'other';
    },
    /** Drops an upload with all its parts. */
    abort: async (key: string, upload: string): Promise<void> => {
      await found({ method: 'DELETE', key: full(key), query: { uploadId: upload } });
    },
    /** How long an object is, and its tag; undefined where there is none. */
    look: async (key: string): Promise<{ bytes: number; tag: string } | undefined> => {
      const answer = await send({ method: 'HEAD', key: full(key) });
      if (answer.kind === 'refused' && answer.refusal.status === 404) return undefined;
      const { headers } = orThrow(answer).response;
      return { bytes: Number(headers['content-length'] ?? 0), tag: headers.etag ?? '' };
    },
    /** The bytes from there on. With a tag only of the object that has it. Undefined where there is none such. */
    read: async (key: string, { from, tag, signal }: Reading): Promise<IncomingMessage | undefined> => {
      const range = from === 0 ? {} : { range: `bytes=${from}-` };
      const headers = { ...range, ...(tag === undefined ? {} : { 'if-match': tag }) };
      const answer = await send({ method: 'GET', key: full(key), headers, signal, isStream: true });
      if (answer.kind === 'refused' && answer.refusal.status === 412) return undefined;
      return isGone(answer) ? undefined : orThrow(answer).response;
    },
    /** Something short. Undefined where there is none. */
    readText: (key: string): Promise<string | undefined> => found({ method: 'GET', key: full(key) }),
    putText: async (key: string, text: string): Promise<void> => {
      orThrow(await send({ method: 'PUT', key: full(key), body: text }));
    },
    /** A stretch of a file as an object, or as a part of an upload; answers its tag. */
    putFile: async (key: string, piece: Omit<FilePiece, 'sha256'>, part?: PartOfUpload): Promise<string> => {
      const query = part === undefined ? {} : { partNumber: String(part.number), uploadId: part.upload };
      const body = { ...piece, sha256: await hashOfPiece(piece) };
      const { response } = orThrow(await send({ method: 'PUT', key: full(key), query, body }));
      return response.headers.etag ?? '';
    },
    remove: async (key: string): Promise<void> => {
      await found({ method: 'DELETE', key: full(key) });
    },
    /** All objects and uploads below a folder of the prefix, with when they were made. */
    list: (folder: string) => listAll(send, full(folder), full('').length),
    close,
  };
}

type PartOfUpload = { number: number; upload: string };
type Asked = { query: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> };
type Lifetime = { at: number; seconds: number };
type Page = { after: number; most: number };
type Reading = { from: number; tag: string | undefined; signal?: AbortSignal | undefined };
export type Listed = { key: string; upload?: string; bytes: number; at: number };

async function* listAll(
  send: (request: StoreRequest) => Promise<StoreAnswer>,
  prefix: string,
  cut: number,
): AsyncGenerator<Listed> {
  for (let token: string | undefined; ; ) {
    const more = token === undefined ? {} : { 'continuation-token': token };
    const query = { 'list-type': '2', prefix, ...more };
    const { text } = orThrow(await send({ method: 'GET', key: '', query }));
    for (const one of elementsOf(text, 'Contents')) {
      const [bytes, at] = [Number(valueOf(one, 'Size')), Date.parse(valueOf(one, 'LastModified'))];
      yield { key: valueOf(one, 'Key').slice(cut), bytes, at };
    }
    if (valueOf(text, 'IsTruncated') !== 'true') break;
    token = valueOf(text, 'NextContinuationToken');
  }
  for (let marker: Record<string, string> = {}; ; ) {
    const query = { uploads: '', prefix, ...marker };
    const { text } = orThrow(await send({ method: 'GET', key: '', query }));
    for (const one of elementsOf(text, 'Upload')) {
      const at = Date.parse(valueOf(one, 'Initiated'));
      yield { key: valueOf(one, 'Key').slice(cut), upload: valueOf(one, 'UploadId'), bytes: 0, at };
    }
    if (valueOf(text, 'IsTruncated') !== 'true') return;
    marker = { 'key-marker': valueOf(text, 'NextKeyMarker'), 'upload-id-marker': valueOf(text, 'NextUploadIdMarker') };
  }
}

async function hashOfPiece({ file, from, length }: Omit<FilePiece, 'sha256'>): Promise<string> {
  const hash = createHash('sha256');
  if (length > 0) await pipeline(createReadStream(file, { start: from, end: from + length - 1 }), hash);
  return hash.digest('hex');
}

function isGone(answer: StoreAnswer): boolean {
  return answer.kind === 'refused' && GONE.has(answer.refusal.code);
}

function orThrow(answer: StoreAnswer) {
  if (answer.kind === 'refused') throw answer.error;
  return answer;
}

function readPart(xml: string): StoredPart {
  return {
    number: Number(valueOf(xml, 'PartNumber')),
    bytes: Number(valueOf(xml, 'Size')),
    tag: valueOf(xml, 'ETag'),
    at: Date.parse(valueOf(xml, 'LastModified')),
  };
}

/** Stores answer flat XML: no element that is asked for lies within one of its name. */
function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner);
}

function valueOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(lt|gt|quot|apos|amp|#\d+|#x[\da-f]+);/gi, (whole, entity: string) =>
    readEntity(whole, entity),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function readEntity(whole: string, entity: string): string {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()] ?? whole;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return String.fromCodePoint(code);
}
