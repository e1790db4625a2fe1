// Runs inside a mount namespace, on a disk of 64 MiB that it fills while a real service runs on it. Prints what the
// service answered as one line of JSON; the test outside judges it.
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startServer } from '../../embedded-server/index.ts';
import type { Build } from '../../src-shared/service/builds.ts';
import type { PresignedRequest, Upload } from '../../src-shared/service/uploads.ts';
import { fillDisk } from './fill-disk.ts';

const MiB = 1_048_576;
const [disk = ''] = process.argv.slice(2);
const dataFolder = path.join(disk, 'data');
const filler = path.join(disk, 'filler');
const log: string[] = [];
const server = await startServer({
  dataFolder,
  port: 0,
  onLog: (entry) => {
    if (entry.level === 'error') log.push(JSON.stringify(entry));
  },
});

type Answer = { status: number; body: Record<string, unknown> };

async function call(method: string, at: string, body?: unknown): Promise<Answer> {
  const response = await fetch(server.url + at, {
    method,
    headers: { authorization: `Bearer ${server.token}`, connection: 'close', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function put(file: Buffer<ArrayBuffer>, part: PresignedRequest | undefined): Promise<unknown> {
  const { url = '', byte_offset = 0, content_length = 0 } = part ?? {};
  const bytes = file.subarray(byte_offset, byte_offset + content_length);
  const response = await fetch(url, { method: 'PUT', body: bytes, headers: { connection: 'close' } });
  const { code } = (await response.json()) as { code?: string };
  return [response.status, ...(code === undefined ? [] : [code])];
}

const { body: listed } = await call('GET', '/cloud/games');
const [group] = listed['groups'] as { group_id: string }[];
const { body: made } = await call('POST', '/cloud/games', {
  developer_group_id: group?.group_id,
  display_name: 'Full',
});
const gamePath = `/cloud/games/${String(made['game_id'])}`;
const { body: found } = await call('GET', gamePath);
const game = found['game'] as { namespaces: { namespace_id: string }[] };
const buildsPath = `/games/${String(made['game_id'])}/environments/${game.namespaces[0]?.namespace_id}/builds`;
const file = Buffer.alloc(17 * MiB, createHash('sha256').update('full').digest());
const prepared = await call('POST', `${buildsPath}/prepare`, {
  name: 'v1',
  image_tag: 'full:1',
  image_file: { path: 'build.tar', content_length: file.length },
  multipart_upload: true,
});
const [first, second] = prepared.body['image_presigned_requests'] as PresignedRequest[];
const build = async () => ((await call('GET', buildsPath)).body['builds'] as Build[])[0];
const received = async () => {
  const { body } = await call('GET', `/cloud/uploads/${(await build())?.upload_id}`);
  return (body['upload'] as Upload).parts.map((part) => part.received);
};

const result: Record<string, unknown> = {};
result['second'] = await put(file, second);
await fillDisk(filler);
result['firstOnFullDisk'] = await put(file, first);
result['receivedOnFullDisk'] = await received();
await fillDisk(filler);
result['reads'] = [(await call('GET', '/cloud/games')).status, (await call('GET', gamePath)).status];
const writes: unknown[] = [];
for (let n = 0; n < 40; n += 1) {
  const names = { developer_group_id: group?.group_id, display_name: `More ${n}` };
  for (const { status, body } of [
    await call('POST', '/cloud/games', names),
    await call('POST', `${gamePath}/versions`, { display_name: `0.1.${n}`, config: {} }),
  ])
    writes.push(status === 200 ? 200 : `${status} ${String(body['code'])}`);
}
result['writes'] = [...new Set(writes)];
result['prepareOnFullDisk'] = (
  await call('POST', `${buildsPath}/prepare`, {
    name: 'v2',
    image_tag: 'full:2',
    image_file: { path: 'b', content_length: 10 },
  })
).status;
result['again'] = await put(file, first);
await rm(filler);
result['firstAfterwards'] = await put(file, first);
result['state'] = (await build())?.state;
result['uploads'] = await readdir(path.join(dataFolder, 'uploads'));
result['log'] = log;
await server.close();
process.stdout.write(JSON.stringify(result));
