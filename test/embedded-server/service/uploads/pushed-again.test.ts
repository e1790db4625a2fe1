// The same bytes in several objects: which one is named, whatever the uploads are called.
import { expect, onTestFinished, test } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { openDatabase } from '../../../../embedded-server/platform/storage/database.ts';
import { createUploadStore } from '../../../../embedded-server/service/uploads/store.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const sha256 = 'a'.repeat(64);

async function openUploads() {
  const database = await openDatabase(dataPaths(await makeTempFolder()), { endedCleanly: true });
  onTestFinished(() => database.close());
  // Its game is not what this is about.
  database.sql.exec('PRAGMA foreign_keys = OFF');
  const store = createUploadStore(database);
  const begin = (upload_id: string, at: number) => {
    const upload = {
      upload_id,
      kind: 'build',
      game_id: 'game',
      path: 'a.tar',
      content_length: 1,
      part_size: 1,
    } as const;
    store.insert({ ...upload, create_ts: at, sha256: null, complete_ts: null, cut: null, object: '{}' });
    store.setHash(upload_id, sha256);
  };
  const named = () => store.inObjects(sha256)?.upload_id;
  return { store, begin, named };
}

test.each([
  ['the first by name', 'a', 'b'],
  ['the last by name', 'b', 'a'],
])(
  'bytes that were sent again are in their last finished object, where the earlier is %s',
  async (_, first, second) => {
    const { store, begin, named } = await openUploads();
    begin(first, 10);
    store.setComplete(first, 20);
    begin(second, 30);
    expect(named(), 'while the second is not finished').toBe(first);
    store.setComplete(second, 40);
    expect(named()).toBe(second);
    store.remove(second);
    expect(named(), 'when the second was removed').toBe(first);
  },
);

test('what was finished last counts, and not what was begun last', async () => {
  const { store, begin, named } = await openUploads();
  begin('a', 10);
  begin('b', 20);
  store.setComplete('b', 30);
  store.setComplete('a', 40);
  expect(named()).toBe('a');
});
