// Pictures of games on remotes, as the core gets them for its window: from a real `slipway serve`, from one that is away, and
// from addresses that answer with anything but a picture.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkPictureAddress } from '../../../../src-main/core/games/get-picture.ts';
import type { PictureKind } from '../../../../src-shared/games/settings-bridge.ts';
import { coreForAll } from '../../../support/core.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { bluePng } from '../../../support/png.ts';
import { startServing } from '../../../support/serving.ts';

/** A core and a service start in each, and a busy machine takes its time for that. */
vi.setConfig({ testTimeout: 90_000 });

const logo = bluePng(64, 64);

const openCore = coreForAll({ askEvery: 50 });

/** A core with a remote whose game has a logo, and a line between them that can be harmed. */
async function start() {
  const remote = await startServing();
  const { game_id } = await remote.createGame();
  const body = { path: 'logo.png', content_length: logo.length, mime: 'image/png' };
  const { presigned_request: target } = await remote.client.prepareGameLogo({ params: { game_id }, body });
  await fetch(target.url, { method: 'PUT', body: new Uint8Array(logo) });
  const line = await startFaultProxy(remote.url);
  const { core, client, whenState } = await openCore();
  const added = await client.call('instances.add', { url: line.url, token: remote.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const { instance_id: id } = added;
  await whenState(id, 'connected');
  const url = await new Promise<string>((resolve) => {
    client.subscribe('games', { instance_id: id }, { next: ([game]) => game?.logo_url && resolve(game.logo_url) });
  });
  const show = (address = url, kind: PictureKind = 'logo') =>
    core.pictures.answer(new URLSearchParams({ instance_id: id, kind, url: address }));
  const asked = () => line.requests.filter(({ path }) => path.startsWith('/media/'));
  return { core, line, id, whenState, url, show, asked };
}

/** Stands where an instance says that a picture is. */
async function startHostile(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`;
}

describe('a picture of a remote', () => {
  it('comes with its own kind, without a token, and is asked for once however many want it', async () => {
    const { show, asked } = await start();
    const shown = await Promise.all([show(), show(), show()]);
    for (const { status, headers, body } of shown) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
      expect(body?.equals(logo)).toBe(true);
    }
    expect((await show()).status).toBe(200);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is asked for again by its ETag after a while, and stays while its instance is away', async () => {
    const { show, asked, line, whenState, id } = await start();
    await show();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await show()).body?.equals(logo)).toBe(true);
    expect(asked().map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([false, true]);
    line.offline();
    await whenState(id, 'reconnecting');
    vi.setSystemTime(Date.now() + 61_000);
    expect((await show()).body?.equals(logo)).toBe(true);
  });

  it('that was never got is none while its instance is away', async () => {
    const { show, line, whenState, id } = await start();
    line.offline();
    await whenState(id, 'reconnecting');
    const { status, body } = await show();
    expect(status).toBeGreaterThanOrEqual(500);
    expect(body).toBeNull();
  });
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  it('is not shown, whatever it says that it is', async () => {
    const { show } = await start();
    const says = (type: string, body: string | Buffer) =>
      startHostile((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
    const answers = [
      await says('text/html', '<!doctype html><title>Sign in</title>'),
      await says('image/png', svg),
      await says('image/svg+xml', svg),
      await says('image/png', logo.subarray(0, 20)),
      await says('image/png', bluePngOfSize(60_000)),
      await says('image/gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')),
      await startHostile((_, response) => response.writeHead(404).end()),
      await startHostile((request) => request.socket.destroy()),
    ];
    for (const address of answers) {
      const { status, body } = await show(address);
      expect([address, status >= 400, body]).toEqual([address, true, null]);
    }
  });

  it('is not followed to elsewhere', async () => {
    const { show, url } = await start();
    let came = 0;
    const elsewhere = await startHostile((_, response) => {
      came += 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(logo);
    });
    for (const to of [elsewhere, url]) {
      const address = await startHostile((_, response) => response.writeHead(302, { location: to }).end());
      expect((await show(address)).body).toBeNull();
    }
    expect(came).toBe(0);
  });

  it('is not read to its end when it has more than a picture may have', async () => {
    const { show } = await start();
    let sent = 0;
    const piece = Buffer.concat([logo, Buffer.alloc(1_048_576)]);
    const address = await startHostile((request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 50 * piece.length });
      const more = () => {
        while (!request.destroyed && sent < 50 * piece.length) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    });
    const { status, body } = await show(address);
    expect(body).toBeNull();
    expect(status).toBe(400);
    expect(sent).toBeLessThan(30 * piece.length);
  });

  it('is not asked for where the question does not fit', async () => {
    const { core, show } = await start();
    const ask = (query: Record<string, string>) => core.pictures.answer(new URLSearchParams(query));
    expect((await ask({})).status).toBe(400);
    expect((await ask({ instance_id: 'none', kind: 'logo', url: 'https://games.example/a.png' })).status).toBe(404);
    for (const address of [
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'ftp://games.example/a.png',
      'logo.png',
    ]) {
      const { status, body } = await show(address);
      expect([address, status >= 400, body]).toEqual([address, true, null]);
    }
  });
});

describe('the address of a picture', () => {
  const allowed = (url: string, instance: string) => {
    try {
      checkPictureAddress(new URL(url), instance);
      return true;
    } catch {
      return false;
    }
  };

  it('may be the instance itself, or another machine on as good a line', () => {
    expect(allowed('https://games.example/logo', 'https://games.example')).toBe(true);
    expect(allowed('https://bucket.example/logo?sig=1', 'https://games.example')).toBe(true);
    expect(allowed('http://store.lan:9000/logo', 'http://games.lan:7420')).toBe(true);
    expect(allowed('http://127.0.0.1:7000/logo', 'http://127.0.0.1:7420')).toBe(true);
  });

  it('may not be this machine, nor a line in the clear behind one that is not', () => {
    for (const host of [
      '127.0.0.1',
      '127.1.2.3',
      '[::1]',
      'localhost',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      'a.localhost',
    ]) {
      expect([host, allowed(`https://${host}/logo`, 'https://games.example')]).toEqual([host, false]);
      expect([host, allowed(`http://${host}:7420/logo`, 'http://games.lan')]).toEqual([host, false]);
    }
    expect(allowed('http://bucket.example/logo', 'https://games.example')).toBe(false);
    expect(allowed('https://me:secret@bucket.example/logo', 'https://games.example')).toBe(false);
    expect(allowed('file:///etc/passwd', 'http://games.lan')).toBe(false);
  });
});

/** A picture that says it is so many pixels wide and high. */
function bluePngOfSize(side: number): Buffer {
  const bytes = Buffer.from(logo);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}
