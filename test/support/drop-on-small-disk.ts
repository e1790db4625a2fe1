// Runs inside a mount namespace, with a whole core on a disk of 96 MiB: drops builds on Local that would fit there packed, but not
// unpacked as well, folders and archives, and some that do. Prints what became of them as one line of JSON; the test outside judges it.
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createCore } from '../../src-main/core/core.ts';
import { createBridgeClient } from '../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../src-shared/bridge/contract.ts';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import { memoryTransportPair } from '../../src-shared/bridge/transport.ts';
import type { TransferView } from '../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../src-shared/transfers/problem-of.ts';
import { makeZip } from '../embedded-server/files/archives/make-zip.ts';
import { createTestHost, testCoreOptions } from './core-options.ts';
import { tarOf } from './tar.ts';
import { until } from './until.ts';

const MIB = 1_048_576;
const [disk = ''] = process.argv.slice(2);
const core = createCore(await testCoreOptions(disk, createTestHost(null, disk), {}));
const client = createBridgeClient(slipwayBridge);
const [coreEnd, windowEnd] = memoryTransportPair();
serveBridge(core.offer, coreEnd);
client.attach(windowEnd);
let transfers: TransferView[] = [];
const source = await mkdtemp(path.join(os.tmpdir(), 'slipway-test-'));

type Place = { game_id: string; namespace_id: string };

/** The file is all hole, on the disk of the tests: it is read as any file is. */
async function dropFolder(place: Place, bytes: number) {
  const folder = await mkdtemp(path.join(source, 'folder-'));
  const file = await open(path.join(folder, 'server.bin'), 'w');
  await file.truncate(bytes);
  await file.close();
  return await drop(place, folder);
}

async function dropArchive(place: Place, name: string, bytes: Uint8Array) {
  await writeFile(path.join(source, name), bytes);
  return await drop(place, path.join(source, name));
}

const content = (bytes: number) => ({ text: Buffer.alloc(bytes), mode: 0o755 });

async function drop(place: Place, dropped: string) {
  const { source_id } = core.offerSource(dropped);
  const request = { source_id, instance_id: 'local', ...place, name: path.basename(dropped), switch: false };
  const { transfer_id: id } = await client.call('transfers.start', request);
  const view = () => transfers.find((one) => one.id === id);
  await until(() => ['done', 'failed'].includes(view()?.status ?? ''), `an end, not ${view()?.status}`);
  return {
    status: view()?.status,
    problem: problemOf(view()),
    packs: await readdir(path.join(disk, 'packs')).catch(() => []),
  };
}

try {
  await core.start();
  client.subscribe('transfers', {}, { next: (next) => (transfers = next) });
  const local = core.instances.find('local');
  await until(() => local.view().state === 'connected', 'Local to be connected');
  const { groups } = await local.client().listGames({});
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Tidebreak' };
  const { game_id } = await local.client().createGame({ body });
  const { game } = await local.client().getGame({ params: { game_id } });
  const place = { game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const zip = (bytes: number) => makeZip([{ name: 'server.bin', bytes: Buffer.alloc(bytes) }]);
  const found = {
    large: await dropFolder(place, 60 * MIB),
    largeZip: await dropArchive(place, 'large.zip', zip(90 * MIB)),
    largeGzip: await dropArchive(place, 'large.tar.gz', gzipSync(tarOf({ 'server.bin': content(90 * MIB) }))),
    smallZip: await dropArchive(place, 'small.zip', zip(2 * MIB)),
    smallGzip: await dropArchive(place, 'small.tar.gz', gzipSync(tarOf({ 'server.bin': content(2 * MIB) }))),
    small: await dropFolder(place, 20 * MIB),
  };
  process.stdout.write(JSON.stringify(found));
} finally {
  coreEnd.close();
  await core.close();
  await rm(source, { recursive: true });
}
