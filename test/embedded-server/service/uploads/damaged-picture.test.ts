// Pictures on a failing disk and after a crash: damaged ones are not shown, sent again they heal, replaced ones go.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startTestService } from '../../../support/service.ts';
import { blobs, put, randomFile, startUploads } from '../../../support/upload.ts';

/** The head of a picture of 3 x 2 pixels. */
const PNG = [
  0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0,
];

async function withLogo() {
  const started = await startUploads();
  const { call, place, server } = started;
  const picture = new Uint8Array([...PNG, ...randomFile(900)]);
  const upload = async (bytes = picture) => {
    const at = `/cloud/games/${place.game_id}/logo-upload/prepare`;
    const { body } = await call('POST', at, { body: { path: 'logo.png', content_length: bytes.length } });
    return await put((body as { presigned_request: { url: string } }).presigned_request.url, bytes);
  };
  const show = async () => {
    const { body } = await call('GET', `/cloud/games/${place.game_id}`);
    const response = await fetch((body as { game: { logo_url: string } }).game.logo_url, {
      headers: { connection: 'close' },
    });
    await response.arrayBuffer();
    return response.status;
  };
  await upload();
  const [blob = ''] = await blobs(server.dataFolder);
  return { ...started, upload, show, blob: path.join(server.dataFolder, 'blobs', blob.slice(0, 2), blob) };
}

it('does not show a damaged picture, and heals when it is sent again', async () => {
  const { show, upload, blob } = await withLogo();
  expect(await show()).toBe(200);
  const bytes = await readFile(blob);
  bytes[500] = (bytes[500] ?? 0) ^ 4;
  await writeFile(blob, bytes);
  expect(await show()).toBe(500);
  await writeFile(blob, bytes.subarray(0, 100));
  expect(await show()).toBe(500);
  expect((await upload()).status).toBe(200);
  expect(await show()).toBe(200);
});

it('removes a replaced picture at the start when the service ended before it could', async () => {
  const { server, upload, place } = await withLogo();
  await upload(new Uint8Array([...PNG, ...randomFile(50)]));
  await server.close();
  const database = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
  database.exec('UPDATE games SET logo_upload_id = NULL');
  database.close();
  const { call } = await startTestService({ dataFolder: server.dataFolder });
  expect(await blobs(server.dataFolder)).toEqual([]);
  expect(await readdir(path.join(server.dataFolder, 'uploads'))).toEqual([]);
  expect((await call('GET', `/cloud/games/${place.game_id}`)).status).toBe(200);
});
