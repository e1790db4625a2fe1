// A closed data folder with something of every kind in it: games, versions, history, builds, a logo, half an upload, a server
// that has ended.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { until } from './until.ts';
import { prepareBuild, put, randomFile, slice, startUploads } from './upload.ts';

const MiB = 1_048_576;
/** The head of a picture of 3 x 2 pixels. */
const PNG = [
  0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0,
];

export async function makeFullFolder(): Promise<string> {
  const { call, client, server, place, versions } = await startUploads();
  const { build, parts } = await prepareBuild(call, place, { name: 'v1', bytes: 70_000 });
  await put(parts[0]?.url ?? '', randomFile(70_000));
  const made = (await versions()).find((version) => version.display_name === 'v1');
  const at = `/cloud/games/${place.game_id}`;
  await call('PUT', `${at}/namespaces/${place.environment_id}/version`, { body: { version_id: made?.version_id } });
  const picture = new Uint8Array([...PNG, ...randomFile(500)]);
  const { body } = await call('POST', `${at}/logo-upload/prepare`, {
    body: { path: 'logo.png', content_length: picture.length },
  });
  await put((body as { presigned_request: { url: string } }).presigned_request.url, picture);
  const file = randomFile(17 * MiB);
  const half = await prepareBuild(call, place, { name: 'half', bytes: file.length, multipart: true });
  const [, second] = half.parts;
  if (second !== undefined) await put(second.url, slice(file, second));
  await call('POST', `${at}/tokens/cloud`, { body: { name: 'CI' } });
  await endServer(client, { game_id: place.game_id, environment_id: place.environment_id }, build);
  await mkdir(path.join(server.dataFolder, 'backups'));
  await writeFile(path.join(server.dataFolder, 'backups', 'slipway-format-3.db'), randomFile(3_000));
  await server.close();
  return server.dataFolder;
}

/** Its build is no archive, so it ends as soon as it is looked at, and leaves a log that says so. */
async function endServer(client: ServiceClient, params: { game_id: string; environment_id: string }, build: string) {
  const request = { datacenter: 'local', tags: {}, network: { ports: {} }, resources: { cpu: 1000, memory: 64 } };
  const { server } = await client.createServer({ params, body: { ...request, runtime: { build } } });
  const at = { params: { ...params, server_id: server.id } };
  await until(async () => (await client.getServer(at)).server.destroyed_at !== undefined, 'the server to end');
}

/** The same numbers for the same seed, from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
