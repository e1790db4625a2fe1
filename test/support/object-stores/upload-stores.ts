// The places that bytes of builds can be kept in, for one suite over all of them: files of the service, and each make of object store.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RunningServer } from '../../../embedded-server/index.ts';
import { createObjectStore, type StorePlace } from '../../../embedded-server/platform/object-store/object-store.ts';
import { objectKey } from '../../../embedded-server/service/uploads/object-place.ts';
import { startOnce } from '../start-once.ts';
import { sha256 } from '../upload.ts';
import { storeMakes } from './stores.ts';

export type UploadStoreUnderTest = {
  name: string;
  missing: string | undefined;
  /** What the service is started with to keep builds there. The same for all services of one place. */
  open(): Promise<{ options: { objectStore?: StorePlace }; place: StorePlace | undefined }>;
  /** The headers by which this store checks a part. */
  digestHeaders(bytes: Uint8Array): Record<string, string>;
};

export const filesAlone: UploadStoreUnderTest = {
  name: 'files',
  missing: undefined,
  open: async () => ({ options: {}, place: undefined }),
  digestHeaders: (bytes) => ({ 'content-digest': `sha-256=:${sha256(bytes).toString('base64')}:` }),
};

/** The files of the service first. To be called outside of tests: each make is started once for a file. */
export function uploadStores(): [UploadStoreUnderTest, ...UploadStoreUnderTest[]] {
  const elsewhere = storeMakes.map((make) => {
    const started = startOnce(make.start);
    return {
      name: make.name,
      missing: make.missing,
      open: async () => {
        const place = { ...(await started()), prefix: `games/${randomBytes(4).toString('hex')}` };
        return { options: { objectStore: place }, place };
      },
      digestHeaders: (bytes: Uint8Array) => ({ 'content-md5': md5(bytes) }),
    };
  });
  return [filesAlone, ...elsewhere];
}

/** The stored bytes of a finished build, wherever they are. */
export async function storedBytes(
  place: StorePlace | undefined,
  server: Pick<RunningServer, 'dataFolder'>,
  { upload_id = '', sha256: hash = '' }: { upload_id?: string | undefined; sha256?: string | undefined },
): Promise<Buffer> {
  if (place === undefined) return await readFile(path.join(server.dataFolder, 'blobs', hash.slice(0, 2), hash));
  const store = createObjectStore(place);
  const body = await store.read(objectKey(upload_id), { from: 0, tag: undefined });
  const bytes = body === undefined ? Buffer.alloc(0) : await buffer(body);
  store.close();
  return bytes;
}

/** What there is of builds and of uploads under way. */
export async function namesInStore(place: StorePlace): Promise<{ objects: string[]; uploads: string[] }> {
  const store = createObjectStore(place);
  const found = { objects: [] as string[], uploads: [] as string[] };
  for await (const { key, upload } of store.list('')) (upload === undefined ? found.objects : found.uploads).push(key);
  store.close();
  return found;
}

function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}
