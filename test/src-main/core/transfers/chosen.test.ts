// What a person chose, on its way into a transfer: looked over by the doctor, run as it was edited, copied where a browser has no path.
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../../../src-shared/transfers/problem-of.ts';
import { startTestCore } from '../../../support/core.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { openPacker, treeOf, untar } from '../pack/support.ts';
import { frame, inPieces } from './support.ts';

const server = "require('node:http').createServer().listen(Number(process.env.PORT));\n";

async function makeBuild(files: Record<string, string>) {
  const folder = path.join(await makeTempFolder('chosen'), 'harbor');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

/** For tests that leave nothing in it. */
const started = startOnce(() => startTestCore());

async function startWithGame() {
  const test = await startTestCore();
  const { client } = test;
  const service = test.core.instances.find('local').client();
  const { groups } = await service.listGroups({});
  const body = { display_name: 'Harbor', developer_group_id: groups[0]?.group_id ?? '' };
  const { game_id } = await service.createGame({ body });
  const { game } = await service.getGame({ params: { game_id } });
  let list: TransferView[] = [];
  client.subscribe('transfers', {}, { next: (next) => (list = next) });
  const ended = async (id: string) => {
    const one = () => list.find((view) => view.id === id);
    await until(() => one()?.status === 'done', `done, not ${one()?.status}: ${problemOf(one())?.message}`);
    return one() as TransferView;
  };
  const place = { instance_id: 'local', game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const copies = () => readdir(path.join(test.folder, 'copies')).catch(() => []);
  return { ...test, service, place, ended, copies };
}

it('looks over a folder and a file, and says in words when there is nothing any more', async () => {
  const { core, client } = await started();
  const folder = core.offerSource(await makeBuild({ 'server.js': server, '.git/HEAD': 'x', '.env': 'KEY=1' }));
  const { kind, report } = await client.call('transfers.examine', { source_id: folder.source_id });
  expect(kind).toBe('folder');
  expect(report.programs[0]).toMatchObject({ path: 'server.js', run_by: 'node' });
  expect(report.leave_out.map(({ path: at }) => at)).toEqual(['.git']);
  expect(report.secrets.map(({ path: at }) => at)).toEqual(['.env']);

  const broken = path.join(await makeTempFolder('chosen'), 'server.zip');
  await writeFile(broken, 'PK\u0003\u0004 and then nothing');
  const file = core.offerSource(broken);
  const examined = await client.call('transfers.examine', { source_id: file.source_id });
  expect(examined.kind).toBe('file');
  expect(examined.report.findings.some(({ severity }) => severity === 'block')).toBe(true);

  const gone = core.offerSource('/nowhere/harbor');
  await expect(client.call('transfers.examine', { source_id: gone.source_id })).rejects.toMatchObject({
    code: 'PACK_SOURCE_UNREADABLE',
    message: expect.stringContaining('does not exist'),
  });
  await expect(client.call('transfers.examine', { source_id: 'none' })).rejects.toThrow('Choose the folder again');
});

it('names no paths in a browser, whoever asks', async () => {
  const { client } = await started();
  await expect(client.call('transfers.takeDropped', { paths: ['/etc'] })).rejects.toMatchObject({
    code: 'NOT_OFFERED',
  });
});

it('runs the build as it was edited: the settings come before those on disk, which stay as they are', async () => {
  const own = '{"program": "other.js"}';
  const folder = await makeBuild({ 'game/server.js': server, 'game/other.js': '', 'game/slipway.json': own });
  const { core, client, service, place, ended } = await startWithGame();
  const { source_id } = core.offerSource(folder);
  await client.call('transfers.examine', { source_id });
  const settings = { program: 'server.js', arguments: ['--reef'], ports: { game: { protocol: 'http' as const } } };
  const request = { ...place, source_id, name: 'v1', settings };
  const { transfer_id: id } = await client.call('transfers.start', request);
  const { build_id } = await ended(id);
  const params = { game_id: place.game_id, environment_id: place.namespace_id, build_id: build_id ?? '' };
  const { report } = await service.examineBuild({ params });
  expect(report.manifest.state).toBe('valid');
  expect(report.programs[0]?.path).toBe('server.js');
  expect(report.arguments).toEqual(['--reef']);
  expect(report.ports).toEqual([{ name: 'game', protocol: 'http' }]);
  expect(await readFile(path.join(folder, 'game/slipway.json'), 'utf8')).toBe(own);
});

it('packs a text in the place of a file that is not there, and knows the folder again as unchanged', async () => {
  const folder = await makeBuild({ 'server.js': server });
  const { packer, pack } = await openPacker();
  const packed = await pack(folder, { written: { path: 'slipway.json', text: '{"program":"server.js"}' } });
  const tree = await treeOf(await untar(packed.file));
  expect(tree['slipway.json']).toBe('644 {"program":"server.js"}');
  const { added, changed, removed } = await packer.changedSince(packed);
  expect([added, changed, removed]).toEqual([[], [], []]);
  await writeFile(path.join(folder, 'slipway.json'), '{}');
  expect((await packer.changedSince(packed)).added).toEqual(['slipway.json']);
});

it('copies what a browser sends piece by piece, sends it, gives it its executable bit, and removes the copy', async () => {
  const { core, client, ended, place, copies, service } = await startWithGame();
  const id = await core.staging.begin({ name: 'harbor', bytes: 1_000 });
  const large = Buffer.alloc(300_000, 'x');
  const pieces = [
    frame('start.sh', '#!/bin/sh\nexec node server.js\n'),
    frame('server.js', server),
    frame('data/large.bin', large.subarray(0, 200_000)),
    frame('empty.txt', ''),
  ];
  await core.staging.receive(id, inPieces(Buffer.concat(pieces), 777));
  await core.staging.receive(id, inPieces(frame('data/large.bin', large.subarray(200_000), 200_000), 65_536));
  const folder = core.staging.finish(id);
  expect((await stat(path.join(folder, 'data/large.bin'))).size).toBe(300_000);
  expect((await stat(path.join(folder, 'empty.txt'))).size).toBe(0);
  const { source_id } = core.offerSource(folder);
  const { report } = await client.call('transfers.examine', { source_id });
  expect(report.programs.map(({ path: at }) => at)).toContain('server.js');
  const { transfer_id } = await client.call('transfers.start', { ...place, source_id, name: 'v1' });
  const { build_id, source_changed } = await ended(transfer_id);
  expect(source_changed).toBe(false);
  await until(async () => (await copies()).length === 0);
  const params = { game_id: place.game_id, environment_id: place.namespace_id, build_id: build_id ?? '' };
  const { files } = await service.listBuildFiles({ params, query: {} });
  expect(files.find((file) => file.path === 'start.sh')).toMatchObject({ mode: 0o755 });
});

it.each(['../out', 'a/../../out', '/out', 'a//b', 'a/./b', 'a\\b', 'a\0b'])(
  'lets no copy leave its folder by %j',
  async (at) => {
    const { core, folder } = await started();
    const id = await core.staging.begin({ name: 'harbor', bytes: 10 });
    await expect(core.staging.receive(id, inPieces(frame(at, 'x'), 100))).rejects.toMatchObject({
      code: 'API_BAD_BODY',
    });
    await core.staging.drop(id);
    expect(await readdir(path.join(folder, 'copies'))).toEqual([]);
    await expect(core.staging.begin({ name: at, bytes: 1 })).rejects.toMatchObject({ code: 'API_BAD_BODY' });
  },
);

it('refuses a copy that has no room before it takes a byte', async () => {
  const { core, folder } = await started();
  await expect(core.staging.begin({ name: 'harbor', bytes: 2 ** 50 })).rejects.toMatchObject({
    code: 'PACK_DISK_FULL',
    message: expect.stringMatching(/It needs [\d.]+ .B, and [\d.]+ .B are free/),
  });
  expect(await readdir(path.join(folder, 'copies'))).toEqual([]);
});

it('writes thousands of small files side by side, each whole, and goes on with one of them', async () => {
  const { core } = await startTestCore();
  const id = await core.staging.begin({ name: 'harbor', bytes: 0 });
  const nameOf = (n: number) => `d${n % 7}/f${n}.txt`;
  const small = Array.from({ length: 2_000 }, (_, n) => frame(nameOf(n), `file ${n}`));
  await core.staging.receive(id, inPieces(Buffer.concat([...small, frame(nameOf(3), ' and more', 6)]), 4_096));
  await core.staging.requireRoom(id, 10);
  await expect(core.staging.requireRoom(id, 2 ** 50)).rejects.toMatchObject({ code: 'PACK_DISK_FULL' });
  const folder = core.staging.finish(id);
  const texts = await Promise.all(small.map((_, n) => readFile(path.join(folder, nameOf(n)), 'utf8')));
  expect(texts).toEqual(small.map((_, n) => (n === 3 ? 'file 3 and more' : `file ${n}`)));
});

it('removes what nobody sends: when it is let go of, and at the next start', async () => {
  const first = await startTestCore();
  const copy = async () => {
    const id = await first.core.staging.begin({ name: 'harbor', bytes: 10 });
    await first.core.staging.receive(id, inPieces(frame('server.js', 'x'), 100));
    return first.core.staging.finish(id);
  };
  const { source_id } = first.core.offerSource(await copy());
  await client(first).call('transfers.release', { source_id });
  expect(await readdir(path.join(first.folder, 'copies'))).toEqual([]);
  await copy();
  await first.core.close();
  await startTestCore({ folder: first.folder });
  expect(await readdir(path.join(first.folder, 'copies'))).toEqual([]);
});

const client = ({ client: made }: Awaited<ReturnType<typeof startTestCore>>) => made;

it('names the file of a folder that may not be read', async () => {
  const folder = await makeBuild({ 'server.js': server, 'locked.bin': 'x' });
  await chmod(path.join(folder, 'locked.bin'), 0);
  const { core, client: window } = await started();
  const { source_id } = core.offerSource(folder);
  const { report } = await window.call('transfers.examine', { source_id });
  // Who runs as root reads everything.
  if (process.getuid?.() === 0) return;
  expect(report.findings.find(({ code }) => code === 'unreadable')?.path).toBe('locked.bin');
});
