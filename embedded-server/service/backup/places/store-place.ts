// A backup in a bucket of an S3-compatible store. Long files go up in parts, each with its hash signed.
import { open, stat } from 'node:fs/promises';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { createObjectStore, type ObjectStore, type StorePlace } from '../../../platform/object-store/object-store.ts';
import { readIntoFile } from '../../../platform/object-store/read-into-file.ts';
import type { BackupPlace, Stored } from './backup-place.ts';

/** No more than a line loses when it breaks, and enough for 160 GB in the 10,000 parts that a store takes. */
const PART_BYTES = 16 * 1_048_576;

export function openStorePlace(target: StorePlace): BackupPlace {
  const store = createObjectStore(target);
  return {
    name: store.name,
    list: async (folder) => {
      const found: Stored[] = [];
      for await (const { key, bytes, upload } of store.list(`${folder}/`)) {
        if (upload === undefined) found.push({ name: key, bytes });
      }
      return found;
    },
    read: (name) => store.readText(name),
    write: (name, text) => store.putText(name, text),
    put: async (name, file) => {
      const { size } = await stat(file);
      if (size <= PART_BYTES) await store.putFile(name, { file, from: 0, length: size });
      else await putInParts(store, name, { file, size });
    },
    get: (name, file) => bring(store, name, file),
    remove: (name) => store.remove(name),
    // Parts of a file that was never whole are kept, and cost money, until somebody drops them.
    tidy: async () => {
      for await (const { key, upload } of store.list('')) if (upload !== undefined) await store.abort(key, upload);
    },
    close: store.close,
  };
}

async function putInParts(
  store: ObjectStore,
  name: string,
  { file, size }: { file: string; size: number },
): Promise<void> {
  const upload = await store.begin(name);
  try {
    const parts: { number: number; tag: string }[] = [];
    for (let from = 0; from < size; from += PART_BYTES) {
      const number = parts.length + 1;
      const piece = { file, from, length: Math.min(PART_BYTES, size - from) };
      parts.push({ number, tag: await store.putFile(name, piece, { number, upload }) });
    }
    const became = await store.complete(name, upload, parts);
    if (became !== 'done') throw new Error(`${name} could not be put together in ${store.name}`);
  } catch (thrown) {
    await store.abort(name, upload).catch(() => undefined); // what stays is dropped at the next start
    throw thrown;
  }
}

async function bring(store: ObjectStore, name: string, file: string): Promise<void> {
  const whenChanged = () => new AppError('BACKUP_REFUSED', 'backup.file-changed', { place: store.name, name });
  const found = await store.look(name);
  if (found === undefined) throw whenChanged();
  const handle = await open(file, 'w', 0o600);
  try {
    await readIntoFile(store, { key: name, tag: found.tag, length: found.bytes, whenChanged }, { handle });
  } finally {
    await handle.close();
  }
}
