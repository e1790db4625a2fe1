// Builds that cannot be unpacked are refused when their bytes are in: no version, a sentence, and the build stays listed.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeEach, expect, it, vi } from 'vitest';
import { defaultArchiveLimits } from '../../../../embedded-server/files/archives/archive-limits.ts';
import { whyNotUnpacked } from '../../../../embedded-server/files/doctor/why-not-unpacked.ts';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import type { Build } from '../../../../src-shared/service/builds.ts';
import { startTestService } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { prepareBuild, put, sha256, slice, startUploads } from '../../../support/upload.ts';
import { makeTar, type TarPiece } from '../../files/archives/make-tar.ts';
import { makeZip } from '../../files/archives/make-zip.ts';

vi.setConfig({ testTimeout: 60_000 });

const opened = startOnce(() => startUploads());
let service: Awaited<ReturnType<typeof startUploads>>;
beforeEach(async () => {
  service = await opened();
});

const noise = Buffer.from(Array.from({ length: 60_000 }, (_, n) => (n * 7919) % 251));
const pieces: TarPiece[] = [
  { name: 'game/slipway.json', bytes: Buffer.from('{"program": "server.sh"}') },
  { name: 'game/server.sh', mode: 0o755, bytes: Buffer.from('#!/bin/sh\n') },
  { name: 'game/data', bytes: noise },
];
const tar = makeTar(pieces);
const lz4 = (bytes: Buffer) => execFileSync('lz4', ['-c'], { input: bytes, maxBuffer: 1e9 });
const canLz4 = (() => {
  try {
    return lz4(Buffer.from('x')).length > 0;
  } catch {
    return false;
  }
})();
const packers: Record<string, (bytes: Buffer) => Buffer> = {
  none: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
  ...(canLz4 ? { lz4 } : {}),
};
const packed = gzipSync(tar);
const zip = makeZip([
  { name: 'server.sh', bytes: Buffer.from('#!/bin/sh\n') },
  { name: 'data', bytes: noise },
]);

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

const bad: [what: string, bytes: Buffer, sentence: RegExp][] = [
  ...Object.entries(packers).map(([name, pack]): (typeof bad)[number] => [
    `a tar that was cut off, compression ${name}`,
    pack(tar).subarray(0, Math.floor(pack(tar).length * 0.6)),
    /^This build cannot be unpacked: .*ends too early/,
  ]),
  ['a zip that was cut off', zip.subarray(0, zip.length - 100), /list of entries is missing/],
  ['a zip with a flipped byte', flipped(zip, Math.floor(zip.length / 2)), /"data" is damaged/],
  ['a gzip with a flipped byte', flipped(packed, Math.floor(packed.length / 2)), /gzip data is damaged/],
  ['a gzip of a tar that was cut off', gzipSync(tar.subarray(0, 3_000)), /ends too early/],
  ['a name that leads out', makeTar([...pieces, { name: '../evil', bytes: noise }]), /"\.\.\/evil" leads out/],
  ['a link out', makeTar([...pieces, { name: 'link', kind: '2', linkName: '../../etc' }]), /link that leads out/],
  ['a name twice', makeTar([...pieces, ...pieces]), /is there twice/],
  ['a device', makeTar([...pieces, { name: 'disk', kind: '4' }]), /is a device/],
  ['no files', makeTar([{ name: 'folder/', kind: '5' }]), /holds no files/],
  ['a bomb', gzipSync(makeTar([{ name: 'zeros', bytes: Buffer.alloc(120_000_000) }])), /grows to more than 200 times/],
  ['a format that is not read', Buffer.from('377abcaf271c0004', 'hex'), /is a 7z archive/],
];

it.each(bad)('%s is refused', async (what, bytes, sentence) => {
  const { call, place, build, versions, server } = service;
  const before = await versions();
  const prepared = await prepareBuild(call, place, { name: what, bytes: bytes.length });
  // The bytes are in as they came; nothing is wrong with how they were sent. What comes of them is told along with it.
  for (let n = 0; n < 2; n += 1) {
    // With an origin it comes past the front.
    const headers: Record<string, string> = n === 0 ? {} : { origin: server.url };
    const answer = await put(prepared.parts[0]?.url ?? '', new Uint8Array(bytes), { headers });
    expect([answer.status, answer.body]).toEqual([200, { state: 'refused', problem: expect.stringMatching(sentence) }]);
  }
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds/${prepared.build}`;
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await call('POST', `${at}/complete`, { body: {} });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'BUILD_INVALID' })]);
    expect((body as { message: string }).message).toMatch(sentence);
  }
  const refused: Build = await build(prepared.build);
  expect(refused).toMatchObject({ state: 'refused', problem: expect.stringMatching(sentence) });
  expect(refused.version_id).toBeUndefined();
  expect(await versions()).toEqual(before);
  const { upload_id: upload } = refused;
  expect((await call('POST', `/cloud/uploads/${upload}/complete`, { body: {} })).body).toMatchObject({
    code: 'BUILD_INVALID',
  });
});

it('what was refused runs nowhere, stays listed, and goes when it is deleted', async () => {
  const { call, client, place } = service;
  const bytes = new Uint8Array(tar.subarray(0, 2_000));
  const { build: id, parts } = await prepareBuild(call, place, { name: 'listed', bytes: bytes.length });
  await put(parts[0]?.url ?? '', bytes);
  const at = { params: { game_id: place.game_id } };
  const body = { display_name: 'by hand', config: { build: id } };
  await expect(client.createVersion({ ...at, body })).rejects.toMatchObject({ code: 'BUILD_INVALID' });
  const server = { datacenter: 'local', tags: {}, network: { ports: {} }, resources: { cpu: 1000, memory: 64 } };
  const made = client.createServer({ params: place, body: { ...server, runtime: { build: id } } });
  await expect(made).rejects.toMatchObject({ code: 'BUILD_INVALID' });
  const { builds } = await client.listBuilds({ params: place });
  expect(builds.find((one) => one.id === id)).toMatchObject({ state: 'refused' });
  await client.deleteBuild({ params: { ...place, build_id: id } });
  expect((await client.listBuilds({ params: place })).builds.map((one) => one.id)).not.toContain(id);
});

it('a file of this machine that is taken as a build is read through as well', async () => {
  const { call, place, build, server } = service;
  const bytes = packed.subarray(0, packed.length - 100);
  const file = path.join(await makeTempFolder(), 'server.tar.gz');
  await writeFile(file, bytes);
  const { build: id } = await prepareBuild(call, place, { name: 'dropped', bytes: bytes.length });
  const { upload_id: upload } = await build(id);
  const request = { file, sha256: sha256(bytes).toString('hex'), mayLink: false };
  await server.takeFile(upload, request, new AbortController().signal, () => undefined);
  expect(await build(id)).toMatchObject({ state: 'refused', problem: expect.stringMatching(/ends too early/) });
});

it('parts in any order come to the same', async () => {
  const { call, place, build } = service;
  const file = new Uint8Array(
    gzipSync(makeTar([{ name: 'big', bytes: Buffer.alloc(17_000_000, noise) }]), { level: 0 }),
  );
  const whole = file.subarray(0, file.length - 10);
  const { build: id, parts } = await prepareBuild(call, place, { name: 'parts', bytes: whole.length, multipart: true });
  await Promise.all(parts.toReversed().map((part) => put(part.url, slice(whole, part))));
  expect(parts.length).toBeGreaterThan(1);
  expect(await build(id)).toMatchObject({ state: 'refused' });
});

const good: [what: string, bytes: Buffer][] = [
  ...Object.entries(packers).map(([name, pack]): (typeof good)[number] => [`compression ${name}`, pack(tar)]),
  ['a zip', zip],
  ['a lone program', Buffer.from('#!/bin/sh\necho hello\n')],
];

it.each(good)('%s becomes a version', async (what, bytes) => {
  const { call, place, build } = service;
  const { build: id, parts } = await prepareBuild(call, place, { name: `good ${what}`, bytes: bytes.length });
  await put(parts[0]?.url ?? '', new Uint8Array(bytes));
  expect(await build(id)).toMatchObject({ state: 'complete', version_id: expect.any(String) });
});

it('an image becomes a version though its layers have what no build may have, and nothing else of its kind does', async () => {
  const { call, place, build } = service;
  const image = (manifest: unknown) =>
    makeTar([
      { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
      { name: `${'a'.repeat(64)}.tar`, bytes: noise },
      { name: `${'b'.repeat(64)}.tar`, kind: '2', linkName: '../layer.tar' },
    ]);
  const saved = image([{ Config: 'config.json', Layers: [] }]);
  const ofItsOwn = image({ name: 'game' });
  const stateOf = async (kind: 'archive' | 'docker_image', bytes: Buffer) => {
    const name = `${kind} ${bytes.length} ${bytes === saved}`;
    const prepared = await prepareBuild(call, place, { name, bytes: bytes.length, kind });
    await put(prepared.parts[0]?.url ?? '', new Uint8Array(bytes));
    return await build(prepared.build);
  };
  expect(await stateOf('docker_image', saved)).toMatchObject({ state: 'complete' });
  const refused = { state: 'refused', problem: expect.stringMatching(/link that leads out/) };
  // As an archive it would be unpacked, and what has a manifest.json of its own is no image.
  expect(await stateOf('archive', saved)).toMatchObject(refused);
  expect(await stateOf('docker_image', ofItsOwn)).toMatchObject(refused);
  expect(await stateOf('docker_image', saved.subarray(0, 2_000))).toMatchObject({ state: 'refused' });
});

it('a switch to a version whose build was deleted is refused with the reason', async () => {
  const { call, client, place, build, versions } = service;
  const bytes = new Uint8Array(makeTar([{ name: 'only', bytes: noise }]));
  const { build: id, parts } = await prepareBuild(call, place, { name: 'gone', bytes: bytes.length });
  await put(parts[0]?.url ?? '', bytes);
  const { version_id: version = '' } = await build(id);
  await client.deleteBuild({ params: { ...place, build_id: id } });
  expect((await versions()).map(({ version_id }) => version_id)).toContain(version);
  const at = `/cloud/games/${place.game_id}/namespaces/${place.environment_id}/version`;
  const { status, body } = await call('PUT', at, { body: { version_id: version } });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      code: 'BUILD_INVALID',
      message: expect.stringContaining('build of version gone was deleted'),
    }),
  ]);
});

it('is read through after the next start where the service ended meanwhile', async () => {
  const { call, place, build, server } = await startUploads();
  const bytes = { good: packed, cut: packed.subarray(0, packed.length - 100) };
  const ids: Record<string, string> = {};
  for (const [name, content] of Object.entries(bytes)) {
    const prepared = await prepareBuild(call, place, { name, bytes: content.length });
    await put(prepared.parts[0]?.url ?? '', new Uint8Array(content));
    ids[name] = prepared.build;
  }
  const { version_id: version } = await build(ids['good'] ?? '');
  await server.close();
  // As a kill leaves it while it reads: the bytes are in their place, and nothing is said of them.
  const records = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
  records.exec('UPDATE uploads SET complete_ts = NULL; UPDATE builds SET version_id = NULL, refusal = NULL');
  records.prepare('DELETE FROM versions WHERE version_id = ?').run(version ?? '');
  records.close();
  const again = await startTestService({ dataFolder: server.dataFolder });
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
  const { body } = await again.call('GET', at);
  const states = Object.fromEntries((body as { builds: Build[] }).builds.map(({ name, state }) => [name, state]));
  expect(states).toEqual({ good: 'complete', cut: 'refused' });
  await again.server.close();
  expect((await checkDataFolder(server.dataFolder)).damaged).toEqual([]);
});

it('more entries than the limit are refused without reading on', async () => {
  const file = path.join(await makeTempFolder(), 'many.tar');
  await writeFile(file, makeTar(Array.from({ length: 2_000 }, (_, n) => ({ name: `f${n}` }))));
  const limits = { ...defaultArchiveLimits, entries: 1_000 };
  const refusal = await whyNotUnpacked(file, { name: 'many.tar', kind: 'archive', limits });
  expect(refusal?.text).toMatch(/more than 1000 entries. Pack small files together/);
});
