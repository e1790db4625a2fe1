// Logos and banners: known by their bytes, shown when they are in, served safely.
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPicture } from '../../../../embedded-server/service/pictures/sniff.ts';
import type { PresignedRequest } from '../../../../src-shared/service/uploads.ts';
import { readRecords } from '../../../support/records.ts';
import { blobs, put, startUploads } from '../../../support/upload.ts';

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function png(width: number, height: number, fill = 0): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = chunk('IDAT', deflateSync(Buffer.alloc(64, fill)));
  return new Uint8Array(Buffer.concat([signature, chunk('IHDR', header), body, chunk('IEND', Buffer.alloc(0))]));
}

const jpegHead = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108004000800301220002110103110 1'.replaceAll(' ', ''),
  'hex',
);

type Prepared = { presigned_request: PresignedRequest; upload_id: string };

async function start() {
  const started = await startUploads();
  const { call, place } = started;
  const prepare = async (kind: 'logo' | 'banner', bytes: number) =>
    (await call('POST', `/cloud/games/${place.game_id}/${kind}-upload/prepare`, {
      body: { path: `${kind}.png`, content_length: bytes, mime: 'image/png' },
    })) as { status: number; body: Prepared & { code?: string } };
  const game = async () =>
    (((await call('GET', `/cloud/games/${place.game_id}`)).body as { game: unknown }).game ?? {}) as {
      logo_url?: string;
      banner_url?: string;
    };
  const upload = async (kind: 'logo' | 'banner', file: Uint8Array<ArrayBuffer>) => {
    const { body } = await prepare(kind, file.length);
    return { ...(await put(body.presigned_request.url, file)), upload_id: body.upload_id };
  };
  return { ...started, prepare, game, uploadPicture: upload };
}

it('shows a logo as soon as its bytes are in, to anyone, with an ETag', async () => {
  const { game, uploadPicture } = await start();
  const file = png(64, 64);
  expect(await game()).not.toHaveProperty('logo_url');
  expect((await uploadPicture('logo', file)).status).toBe(200);
  const { logo_url: url = '' } = await game();
  const shown = await fetch(url, { headers: { connection: 'close' } });
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(file);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  const etag = shown.headers.get('etag') ?? '';
  const again = await fetch(url, { headers: { connection: 'close', 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

it('replaces a logo, wakes who watches the game, and keeps only the bytes in use', async () => {
  const { call, server, place, game, uploadPicture } = await start();
  await uploadPicture('logo', png(8, 8, 1));
  const before = await game();
  const { watch } = (await call('GET', `/cloud/games/${place.game_id}`)).body as { watch: { index: string } };
  const waiting = call('GET', `/cloud/games/${place.game_id}?watch_index=${watch.index}`);
  await uploadPicture('logo', png(8, 8, 2));
  expect(((await waiting).body as { game: { logo_url: string } }).game.logo_url).not.toBe(before.logo_url);
  await expect.poll(async () => (await blobs(server.dataFolder)).length).toBe(1);
  expect((await fetch(before.logo_url ?? '', { headers: { connection: 'close' } })).status).toBe(404);
});

it('keeps logo and banner apart, and completes both repeatably', async () => {
  const { call, place, game, uploadPicture } = await start();
  const { upload_id } = await uploadPicture('banner', png(100, 20));
  expect(Object.keys(await game())).toContain('banner_url');
  expect(Object.keys(await game())).not.toContain('logo_url');
  const at = `/cloud/games/${place.game_id}`;
  expect((await call('POST', `${at}/banner-upload/${upload_id}/complete`)).status).toBe(200);
  expect((await call('POST', `${at}/banner-upload/${upload_id}/complete`)).status).toBe(200);
  expect(await call('POST', `${at}/logo-upload/${upload_id}/complete`)).toMatchObject({
    status: 404,
    body: { code: 'UPLOAD_NOT_FOUND' },
  });
});

describe('refuses', () => {
  it.each([
    ['SVG, which can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ["HTML under a picture's name", Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG that is cut off in its head', Buffer.from(png(8, 8).subarray(0, 20))],
    ['a picture that would take gigabytes to draw', Buffer.from(png(60_000, 60_000))],
    ['a picture of no width', Buffer.from(png(0, 8))],
    ['GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'.padEnd(64, '\u0000'), 'latin1')],
  ])('%s', async (_what, bytes) => {
    const { game, server, uploadPicture } = await start();
    const { status, body } = await uploadPicture('logo', new Uint8Array(bytes));
    expect([status, body.code]).toEqual([400, 'UPLOAD_INVALID']);
    expect(await game()).not.toHaveProperty('logo_url');
    expect(await blobs(server.dataFolder)).toEqual([]);
  });

  it.each([
    ['an empty path', { path: '' }, 'VALIDATION_ERROR'],
    ['a path of 1025 bytes in 513 letters', { path: `${'ö'.repeat(512)}x` }, 'VALIDATION_ERROR'],
    ['a control character in the path', { path: 'a\u0000.png' }, 'VALIDATION_ERROR'],
    ['half a pair in the path', { path: '\ud800.png' }, 'VALIDATION_ERROR'],
    ['a negative length', { content_length: -1 }, 'API_BAD_BODY'],
    ['half a byte', { content_length: 0.5 }, 'API_BAD_BODY'],
    ['2^32 bytes', { content_length: 2 ** 32 }, 'UPLOAD_TOO_LARGE'],
    ['2^63 bytes', { content_length: 2 ** 63 }, 'UPLOAD_TOO_LARGE'],
    ['2^64 bytes', { content_length: 2 ** 64 }, 'UPLOAD_TOO_LARGE'],
  ])('%s, and changes nothing', async (_what, change, code) => {
    const { call, server, place } = await start();
    const before = readRecords(server.dataFolder);
    const good = { path: 'logo.png', content_length: 10 };
    for (const kind of ['logo', 'banner']) {
      const at = `/cloud/games/${place.game_id}/${kind}-upload/prepare`;
      const { status, body } = await call('POST', at, { body: { ...good, ...change } });
      expect([kind, status, body]).toMatchObject([kind, 400, { code }]);
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });

  it('more than 5,000,000 bytes, and none at all', async () => {
    const { prepare } = await start();
    expect((await prepare('logo', 5_000_001)).body.code).toBe('UPLOAD_TOO_LARGE');
    expect((await prepare('logo', 0)).body.code).toBe('UPLOAD_INVALID');
    expect((await prepare('logo', 5_000_000)).status).toBe(200);
    expect((await prepare('banner', 5_000_001)).status).toBe(200);
  });
});

it('reads the size of PNG, JPEG and WebP', () => {
  expect(readPicture(Buffer.from(png(31, 17)))).toEqual({ type: 'image/png', width: 31, height: 17 });
  expect(readPicture(jpegHead)).toEqual({ type: 'image/jpeg', width: 128, height: 64 });
  const webp = Buffer.alloc(30);
  webp.write('RIFF', 0, 'latin1');
  webp.write('WEBPVP8X', 8, 'latin1');
  webp.writeUIntLE(639, 24, 3);
  webp.writeUIntLE(479, 27, 3);
  expect(readPicture(webp)).toEqual({ type: 'image/webp', width: 640, height: 480 });
  expect(readPicture(Buffer.from('nothing'))).toBeUndefined();
});
