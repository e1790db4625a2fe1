// The servers of a namespace, where the disk takes a change only later.
import { expect, onTestFinished, test } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { type Database, openDatabase } from '../../../../embedded-server/platform/storage/database.ts';
import { createRevision } from '../../../../embedded-server/platform/storage/revision.ts';
import { createWatchHub } from '../../../../embedded-server/platform/watch/watch-hub.ts';
import { createServerRecords } from '../../../../embedded-server/runtime/server-records/records.ts';
import { createServerStore } from '../../../../embedded-server/runtime/server-records/store.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const place = { game_id: 'game', namespace_id: 'place', build_id: 'build', version_id: 'v', datacenter_id: 'local' };
const asked = { tags: {}, wish: {}, runtime: {}, ports: {}, cpu: 1, memory: 1, kill_timeout: 1 };

function server(server_id: string, create_ts: number, kept: boolean) {
  return { ...place, ...asked, server_id, create_ts, kept };
}

async function openRecords() {
  const database = await openDatabase(dataPaths(await makeTempFolder()), { endedCleanly: true });
  // Its namespace is not what this is about.
  database.sql.exec('PRAGMA foreign_keys = OFF');
  const disk = { isFull: false };
  const changeSurely: Database['changeSurely'] = (work) => {
    if (disk.isFull) throw new Error('no space left');
    return database.changeSurely(work);
  };
  const store = createServerStore(database);
  const records = createServerRecords({
    store,
    database: { ...database, changeSurely },
    revision: createRevision(database),
    hub: createWatchHub(),
    onProblem: () => undefined,
  });
  onTestFinished(() => {
    records.close();
    database.close();
  });
  return { records, disk, store };
}

test('knows those that the policy keeps, and how many live with them', async () => {
  const { records } = await openRecords();
  records.add(server('kept', 1, true));
  records.add(server('created', 2, false));
  records.add(server('older', 3, true));
  records.change('older', { state: 'stopped', destroy_ts: 9 });
  expect(records.keptLiving('place').map(({ server_id: id }) => id)).toEqual(['kept']);
  expect(records.livingCount('place')).toBe(2);
  expect(records.livingCount('elsewhere')).toBe(0);
});

test('counts none whose end the full disk did not take', async () => {
  const { records, disk, store } = await openRecords();
  records.add(server('kept', 1, true));
  records.add(server('created', 2, false));
  disk.isFull = true;
  records.change('kept', { state: 'stopped', destroy_ts: 9 });
  expect(store.livingCount('place'), 'as written').toBe(2);
  expect(records.livingCount('place')).toBe(1);
  expect(records.keptLiving('place')).toEqual([]);
  disk.isFull = false;
});
