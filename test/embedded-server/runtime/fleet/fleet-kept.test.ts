// What becomes of a set of kept folders whose server on a node has ended, where folders of it are not there.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { createFleetKept, type FleetKeptParts } from '../../../../embedded-server/runtime/fleet/fleet-kept.ts';
import { packKept } from '../../../../embedded-server/runtime/kept/pack-kept.ts';
import { createKeptSlots } from '../../../../embedded-server/runtime/kept/slots.ts';
import type { ServerRecord } from '../../../../embedded-server/runtime/server-records/store.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const namespace_id = '0a1b2c3d-0000-4000-8000-000000000001';
const snapshot_id = '0a1b2c3d-0000-4000-8000-000000000002';

/** A server on a node that has the first set, of which a copy came: its record is there, and its files as `copied` says. */
async function startWithCopy(copied: { files: number }) {
  const paths = dataPaths(await makeTempFolder('data'));
  await mkdir(paths.kept);
  const set = paths.inside('kept', namespace_id, '1');
  const snapshot = path.join(set, 'snapshots', snapshot_id);
  await mkdir(snapshot, { recursive: true });
  const about = { snapshot_id, create_ts: 1, reason: 'from_node', while_running: true, bytes: 0, ...copied };
  await writeFile(path.join(snapshot, 'about.json'), JSON.stringify(about));
  const server = { server_id: 'one', namespace_id, kept: true, kept_slot: 1 } as ServerRecord;
  const slots = createKeptSlots();
  const records = { one: () => server } as unknown as FleetKeptParts['records'];
  const claim = () => Promise.reject(new Error('It has its set'));
  const kept = createFleetKept({ paths, slots, records, claim, now: Date.now });
  kept.hold(server);
  return { kept, set };
}

test('a last copy without files whose folder a backup did not have is taken over as an empty set', async () => {
  const { kept, set } = await startWithCopy({ files: 0 });
  await mkdir(path.join(set, 'files'));
  await writeFile(path.join(set, 'files/days'), 'as it began');
  await kept.over('one', false);
  expect(await readdir(path.join(set, 'files'))).toEqual([]);
  const [before = '', ...others] = await readdir(path.join(set, 'snapshots'));
  expect(others).toEqual([]);
  expect(await readFile(path.join(set, 'snapshots', before, 'files/days'), 'utf8')).toBe('as it began');
});

test('a last copy whose files are missing, as after a crash that cut its taking over, leaves the set as it is', async () => {
  const { kept, set } = await startWithCopy({ files: 1 });
  await mkdir(path.join(set, 'files'));
  await writeFile(path.join(set, 'files/days'), 'taken over');
  await kept.over('one', false);
  expect(await readFile(path.join(set, 'files/days'), 'utf8')).toBe('taken over');
  expect(await readdir(path.join(set, 'snapshots'))).toEqual([]);
});

test.each(['running', 'last'] as const)('what a host sends (%s) is taken where its set is not there', async (as) => {
  const { kept, set } = await startWithCopy({ files: 0 });
  await rm(path.dirname(set), { recursive: true });
  const sent = await makeTempFolder('sent');
  await writeFile(path.join(sent, 'days'), 'new');
  const snapshot = await kept.take('one', as, packKept(sent));
  const files = snapshot === undefined ? 'files' : `snapshots/${snapshot.snapshot_id}/files`;
  expect(await readFile(path.join(set, files, 'days'), 'utf8')).toBe('new');
});

test('the last that a host sends is kept before the copies of its run go', async () => {
  const { kept, set } = await startWithCopy({ files: 0 });
  await mkdir(path.join(set, 'snapshots', `deleted-${snapshot_id}`, 'in the way'), { recursive: true });
  const sent = await makeTempFolder('sent');
  await writeFile(path.join(sent, 'days'), 'new');
  await expect(kept.take('one', 'last', packKept(sent))).rejects.toThrow('ENOTEMPTY');
  expect(await readFile(path.join(set, 'files/days'), 'utf8')).toBe('new');
});
