// What a page of another site, or a caller who means harm, would send, as bytes over a bare socket: no client in between
// that would put it right.
import { readdir } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openRaw, readAll, statuses } from '../../../support/raw-http.ts';
import { readRecords } from '../../../support/records.ts';
import { requestOf, servedRows } from '../../../support/served-rows.ts';
import { startWithGame } from '../../../support/service.ts';

/** As it goes over the line. */
const jsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('latin1');

async function start() {
  const started = await startWithGame();
  const { server, place, game_id } = started;
  const head = (line: string, headers: Readonly<Record<string, string>>) => {
    const all = { Host: `127.0.0.1:${server.port}`, Connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  };
  const owner = { Authorization: `Bearer ${server.token}` };
  /** Sends it, and answers the status, the head and the body that came back. */
  const send = async (line: string, headers: Readonly<Record<string, string>>, body = '') => {
    const length = { 'Content-Length': String(Buffer.byteLength(body, 'latin1')) };
    const socket = await openRaw(server.port);
    const answering = readAll(socket);
    socket.write(head(line, { ...length, ...headers }) + body, 'latin1');
    const answer = await answering;
    const [top = '', rest = ''] = answer.split('\r\n\r\n', 2);
    expect(statuses(answer), line).toHaveLength(1);
    const parsed: unknown = rest === '' ? undefined : JSON.parse(Buffer.from(rest, 'latin1').toString());
    return { status: statuses(answer)[0], top: top.toLowerCase(), body: parsed };
  };
  return { ...started, owner, send, ids: { game: game_id, namespace: place.namespace_id } };
}

describe('a page of another site', () => {
  const origins = ['http://evil.example', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1.evil.example', 'file://', ''];

  it('is refused on every row, with a token as well, and may read nothing', async () => {
    const { send, owner, ids, server } = await start();
    const before = readRecords(server.dataFolder);
    for (const row of servedRows) {
      const { address, body } = requestOf(row, ids);
      const json = body === undefined ? '' : JSON.stringify(body);
      for (const Origin of origins) {
        const answer = await send(`${row.method} ${address}`, { ...owner, Origin }, json);
        expect([row.name, Origin, answer.status, answer.body]).toMatchObject([
          row.name,
          Origin,
          403,
          { code: 'API_FORBIDDEN' },
        ]);
        expect(answer.top).not.toContain('access-control');
      }
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });

  it('can change nothing with what a form may send, even where its Origin is not reported', async () => {
    const { send, owner, ids, server } = await start();
    const before = readRecords(server.dataFolder);
    for (const row of servedRows.filter(({ method }) => method !== 'GET')) {
      const { address, body } = requestOf(row, ids);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        // A browser sends no token with a form; the body has to be refused also when one comes along.
        for (const token of [{}, owner]) {
          const answer = await send(
            `${row.method} ${address}`,
            { ...token, 'Content-Type': type },
            JSON.stringify(body),
          );
          expect([row.name, type, [400, 401].includes(answer.status ?? 0)]).toEqual([row.name, type, true]);
        }
      }
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });
});

it.each(['TRACE', 'PROPFIND', 'LOCK', 'PURGE'])(
  'says which methods an address has to one that comes with %s',
  async (odd) => {
    const { send, owner, ids } = await start();
    for (const row of servedRows) {
      const { address } = requestOf(row, ids);
      const { status, top, body } = await send(`${odd} ${address}`, owner);
      expect([row.name, status, body]).toMatchObject([row.name, 405, { code: 'API_METHOD_NOT_ALLOWED' }]);
      expect(top).toMatch(new RegExp(`^allow: .*${row.method.toLowerCase()}`, 'm'));
    }
    for (const nowhere of ['/', '/cloud/games/x', `/cloud/games/${ids.game}/`]) {
      expect((await send(`${odd} ${nowhere}`, owner)).body).toMatchObject({ code: 'API_NOT_FOUND' });
    }
  },
);

it('leads nowhere with the path of a file: it comes back as it was given, and no file has it', async () => {
  const { send, owner, ids, server } = await start();
  const before = await readdir(server.dataFolder);
  const paths = [
    '../../../../etc/passwd',
    '/etc/passwd',
    '..\\..\\x',
    'C:\\x',
    'blobs/../owner-token',
    '..',
    '.',
    '%2e%2e/x',
  ];
  for (const path of paths) {
    const image_file = { path, content_length: 4 };
    const json = jsonBytes({ name: `v ${paths.indexOf(path)}`, image_tag: 't', image_file });
    const at = `/games/${ids.game}/environments/${ids.namespace}/builds/prepare`;
    const { status, body } = await send(`POST ${at}`, { ...owner, 'Content-Type': 'application/json' }, json);
    const { image_presigned_request: part } = body as { image_presigned_request: { url: string; path: string } };
    expect([path, status, part.path]).toEqual([path, 200, path]);
    const { pathname, search } = new URL(part.url);
    expect(pathname).toMatch(/^\/uploads\/[0-9a-f-]{36}\/1$/);
    expect((await send(`PUT ${pathname}${search}`, {}, 'abcd')).status).toBe(200);
    // The address itself takes no other way.
    for (const way of ['/uploads/../owner-token', `${pathname}/../../owner-token`, `/uploads/%2e%2e%2fowner-token`]) {
      expect([way, (await send(`PUT ${way}${search}`, {}, 'abcd')).status]).toEqual([way, 403]);
    }
  }
  for (const path of ['', 'a\u0000b', 'a\nb', `${'ö'.repeat(512)}x`]) {
    const json = jsonBytes({ name: 'v', image_tag: 't', image_file: { path, content_length: 4 } });
    const at = `/games/${ids.game}/environments/${ids.namespace}/builds/prepare`;
    const { status, body } = await send(`POST ${at}`, { ...owner, 'Content-Type': 'application/json' }, json);
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  }
  expect(await readdir(server.dataFolder)).toEqual(before);
});

describe('a picture that is a bomb', () => {
  const signature = '\x89PNG\r\n\x1a\n';
  const header = (width: number, height: number) => {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    return `${signature}\0\0\0\rIHDR${size.toString('latin1')}\x08\x06\0\0\0\0\0\0\0`;
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  async function sendLogo(bytes: string) {
    const { send, owner, ids, call } = await start();
    const at = `/cloud/games/${ids.game}/logo-upload/prepare`;
    const json = jsonBytes({ path: 'logo.png', content_length: bytes.length, mime: 'image/png' });
    const prepared = await send(`POST ${at}`, { ...owner, 'Content-Type': 'application/json' }, json);
    const { presigned_request: part } = prepared.body as { presigned_request: { url: string } };
    const { pathname, search } = new URL(part.url);
    const before = process.memoryUsage().rss;
    const answer = await send(`PUT ${pathname}${search}`, {}, bytes);
    const grown = process.memoryUsage().rss - before;
    return { answer, grown, game: JSON.stringify((await call('GET', `/cloud/games/${ids.game}`)).body) };
  }

  it.each([
    ['of 60,000 x 60,000 points', header(60_000, 60_000)],
    ['as wide as a number goes', header(2 ** 31 - 1, 1)],
    ['that says 2^32 - 1 x 2^32 - 1 points', header(2 ** 32 - 1, 2 ** 32 - 1)],
    ['that is an SVG with a script', svg],
    ['that hides an SVG behind a space', ` \n${svg}`],
  ])('%s is refused, and the game shows none', async (_what, bytes) => {
    const { answer, game } = await sendLogo(bytes);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'UPLOAD_INVALID' }]);
    expect(game).not.toContain('logo_url');
  });

  it('of few points whose data unpacks to 256 MiB costs the service none of that', async () => {
    const flood = deflateSync(Buffer.alloc(256 * 1_048_576)).toString('latin1');
    const { answer, grown } = await sendLogo(`${header(2, 2)}\0\0\0\0IDAT${flood}`);
    expect(answer.status).toBe(200);
    expect(grown).toBeLessThan(128 * 1_048_576);
  });
});
