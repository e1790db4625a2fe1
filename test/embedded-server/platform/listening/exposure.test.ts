// Listening further than this machine: only when asked, only with TLS or behind a proxy, only under its own name.
import { writeFile } from 'node:fs/promises';
import { request as tlsRequest } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRunningService } from '../../../../embedded-server/index.ts';
import {
  type ExposureOptions,
  isReachedByOthers,
  keepsItsPort,
  planExposure,
} from '../../../../embedded-server/platform/listening/exposure.ts';
import type { PresignedRequest } from '../../../../src-shared/service/uploads.ts';
import { germanReasons } from '../../../../src-shared/text/reasons/german.ts';
import { createSpeech } from '../../../../src-shared/text/say-in-language.ts';
import { makeCertificate, type TestCertificate } from '../../../support/certificate.ts';
import { bluePng } from '../../../support/png.ts';
import { sendRaw, statuses } from '../../../support/raw-http.ts';
import { startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { prepareBuild, put, startUploads } from '../../../support/upload.ts';

/** These reach the command line alone, whose sentences the window's German does not have. */
const { translate: inGerman } = createSpeech('de', germanReasons);

type TlsAnswer = { status: number; body: string };

async function callTls(port: number, cert: TestCertificate, headers: Record<string, string>): Promise<TlsAnswer> {
  return await new Promise((resolve, reject) => {
    const request = tlsRequest({
      host: '127.0.0.1',
      port,
      path: '/healthz',
      ca: cert.cert,
      servername: 'games.example',
      headers,
      agent: false,
    });
    request.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.once('error', reject);
    request.end();
  });
}

const viaProxy: ExposureOptions = { trustProxy: true, publicUrl: 'https://games.example' };

it.each([
  ['https://games.example', '0.0.0.0'],
  ['https://203.0.113.7', '0.0.0.0'],
  ['https://[2001:db8::5]', '::'],
  ['http://[::1]', '127.0.0.1'],
])('behind a proxy at %s the ports of servers listen at %s', async (publicUrl, portsHost) => {
  expect((await planExposure({ trustProxy: true, publicUrl })).portsHost).toBe(portsHost);
});

describe('what is refused before anything listens', () => {
  it.each<[string, ExposureOptions]>([
    ['unencrypted', { listen: '0.0.0.0', publicUrl: 'https://games.example' }],
    ['without TLS', { listen: '192.0.2.1' }],
    ['needs --public-url', { listen: '::', trustProxy: true }],
    ['"games.example" is not one', { listen: 'games.example', trustProxy: true }],
    ['nothing behind the name', { publicUrl: 'https://games.example/base' }],
    ['nothing behind the name', { publicUrl: 'https://user@games.example' }],
    ['nothing behind the name', { publicUrl: 'games.example' }],
    ['nothing behind the name', { publicUrl: 'ftp://games.example' }],
    ['one origin', { allowOrigins: ['*'] }],
    ['one origin', { allowOrigins: ['null'] }],
    ['one origin', { allowOrigins: ['https://tools.example/'] }],
    ['does not exist', { tls: { certFile: '/nowhere/cert.pem', keyFile: '/nowhere/key.pem' } }],
  ])('says "%s"', async (sentence, options) => {
    const planned = planExposure(options);
    await expect(planned).rejects.toThrow(sentence);
    await expect(planned).rejects.toMatchObject({ code: 'LISTENING_REFUSED' });
  });

  it('says what is wrong with a certificate or key', async () => {
    const [one, other] = [await makeCertificate(), await makeCertificate()];
    const junk = path.join(await makeTempFolder(), 'junk.pem');
    await writeFile(junk, 'no certificate');
    const { certFile, keyFile } = one;
    await expect(planExposure({ tls: { certFile: junk, keyFile } })).rejects.toThrow('no certificate in PEM form');
    await expect(planExposure({ tls: { certFile, keyFile: junk } })).rejects.toThrow(
      'cannot be read, or does not belong',
    );
    const mixed = planExposure({ tls: { certFile, keyFile: other.keyFile } });
    await expect(mixed).rejects.toThrow('does not belong to the certificate');
    const clear = planExposure({ publicUrl: 'http://games.example', tls: { certFile, keyFile } });
    await expect(clear).rejects.toThrow('speaks https');
  });

  it('warns of a public address in the clear', async () => {
    const { notices } = await planExposure({ ...viaProxy, publicUrl: 'http://games.example' });
    expect(notices[0]?.text).toContain('unencrypted');
    expect(notices.map(inGerman)).toEqual([expect.stringContaining('sind unterwegs lesbar')]);
  });

  it.each(['http://localhost:7420', 'http://[::1]:7420'])(
    'does not warn of %s, which nobody else reaches',
    async (publicUrl) => {
      expect((await planExposure({ publicUrl })).notices).toEqual([]);
    },
  );

  it('warns of a certificate that ended, and says on which day', async () => {
    const tls = await makeCertificate();
    vi.useFakeTimers({ now: Date.now() + 3 * 86_400_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { notices } = await planExposure({ tls });
    expect(notices[0]?.text).toMatch(/^The certificate in .* expired on \d+ \w+ \d{4}\.$/);
    expect(notices.map(inGerman)).toEqual([
      expect.stringMatching(/^Das Zertifikat in .* ist am \d+\. .* abgelaufen\.$/),
    ]);
  });
});

describe('whether others reach it', () => {
  it.each<[ExposureOptions]>([
    [{ listen: '192.0.2.1', trustProxy: true }],
    [{ trustProxy: true }],
    [{ publicUrl: 'https://games.example' }],
    [{ tls: { certFile: 'cert.pem', keyFile: 'key.pem' } }],
  ])('they do with %j', (options) => {
    expect(isReachedByOthers(options, false)).toBe(true);
  });

  it('keeps its port where they look for it, unless that is any', () => {
    expect([keepsItsPort(7420, viaProxy, false), keepsItsPort(7420, {}, true)]).toEqual([true, true]);
    expect([keepsItsPort(0, viaProxy, false), keepsItsPort(7420, {}, false)]).toEqual([false, false]);
  });

  it.each<[ExposureOptions]>([
    [{}],
    [{ listen: '::1' }],
    [{ listen: 'localhost', allowOrigins: ['https://tools.example'] }],
  ])('they do not with %j, unless there is a fleet', async (options) => {
    expect([isReachedByOthers(options, false), isReachedByOthers(options, true)]).toEqual([false, true]);
    expect((await planExposure(options, true)).isReachedByOthers).toBe(true);
  });
});

describe('with TLS', () => {
  it('answers under its public name, says so, and speaks nothing in the clear', async () => {
    const tls = await makeCertificate();
    const { server } = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
    expect(server.url).toBe('https://games.example');
    expect(server.localUrl).toBe(`https://127.0.0.1:${server.port}`);
    expect((await findRunningService(server.dataFolder))?.url).toBe('https://games.example');
    for (const host of ['games.example', 'GAMES.example:443', `127.0.0.1:${server.port}`]) {
      expect([host, (await callTls(server.port, tls, { host })).status]).toEqual([host, 200]);
    }
    for (const host of ['evil.example', 'games.example:80', 'games.example.evil.example', '127.0.0.1']) {
      expect([host, (await callTls(server.port, tls, { host })).status]).toEqual([host, 403]);
    }
    const clear = await sendRaw(server.port, 'GET /healthz HTTP/1.1\r\nHost: games.example\r\n\r\n');
    expect(clear).not.toContain('"ok"');
  });

  it('takes pages of its own public address, and of no other', async () => {
    const tls = await makeCertificate();
    const { server } = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
    const from = (origin: string) => callTls(server.port, tls, { host: 'games.example', origin });
    expect((await from('https://games.example')).status).toBe(200);
    expect((await from('http://games.example')).status).toBe(403);
    expect((await from('https://games.example.evil.example')).status).toBe(403);
  });
});

describe('behind a proxy', () => {
  const send = (port: number, lines: string[]) =>
    sendRaw(port, ['GET /healthz HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));

  it('believes X-Forwarded-Host only when told so, and only for its own names', async () => {
    const { server } = await startTestService({ exposure: viaProxy });
    const local = `Host: 127.0.0.1:${server.port}`;
    expect(statuses(await send(server.port, ['Host: games.example']))).toEqual([200]);
    expect(statuses(await send(server.port, [local, 'X-Forwarded-Host: games.example']))).toEqual([200]);
    expect(statuses(await send(server.port, [local, 'X-Forwarded-Host: evil.example']))).toEqual([403]);
    expect(statuses(await send(server.port, ['Host: evil.example', 'X-Forwarded-Host: games.example']))).toEqual([403]);
  });

  it('takes no word of X-Forwarded-Host otherwise', async () => {
    const { server } = await startTestService();
    const forwarded = 'X-Forwarded-Host: games.example';
    expect(statuses(await send(server.port, [`Host: 127.0.0.1:${server.port}`, forwarded]))).toEqual([200]);
    expect(statuses(await send(server.port, ['Host: games.example', forwarded]))).toEqual([403]);
  });

  it('makes links under its public address', async () => {
    const { server, call } = await startTestService({ exposure: viaProxy });
    expect(server.url).toBe('https://games.example');
    const answer = await call('POST', '/cloud/devices/links', { token: null });
    expect(answer.body).toMatchObject({
      device_link_url: expect.stringMatching(/^https:\/\/games\.example\/devices\/link\//),
    });
    expect((await findRunningService(server.dataFolder))?.url).toBe(server.localUrl);
  });

  it('signs addresses to upload to and shows pictures under its public address, and takes them from the proxy', async () => {
    const { call, server, place } = await startUploads({ exposure: viaProxy });
    const picture = new Uint8Array(bluePng(4, 4));
    const { parts } = await prepareBuild(call, place, { bytes: 20 * 1_048_576, multipart: true });
    const logo = await call('POST', `/cloud/games/${place.game_id}/logo-upload/prepare`, {
      body: { path: 'logo.png', content_length: picture.length },
    });
    const { presigned_request: signed } = logo.body as { presigned_request: PresignedRequest };
    for (const { url } of [...parts, signed]) expect(url).toMatch(/^https:\/\/games\.example\/uploads\//);
    const local = (url = '') => url.replace('https://games.example', server.localUrl);
    expect((await put(local(signed.url), picture)).status).toBe(200);
    const { body } = await call('GET', `/cloud/games/${place.game_id}`);
    const { logo_url: shown = '' } = (body as { game: { logo_url?: string } }).game;
    expect(shown).toMatch(/^https:\/\/games\.example\/media\/game-logo\//);
    const loaded = await fetch(local(shown), { headers: { connection: 'close' } });
    expect(new Uint8Array(await loaded.arrayBuffer())).toEqual(picture);
  });
});

describe('pages of a configured origin', () => {
  const origin = 'https://tools.example';
  const asks = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };

  it('may ask first without a token, and read answers and errors', async () => {
    const { call } = await startTestService({ exposure: { allowOrigins: [origin] } });
    const preflight = await call('OPTIONS', '/cloud/games', { token: null, headers: asks });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
    for (const token of [undefined, null]) {
      const answer = await call('GET', '/cloud/games', { headers: { origin }, ...(token === null ? { token } : {}) });
      expect(answer.status).toBe(token === null ? 401 : 200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')).toBe('origin');
    }
  });

  it('are the only ones', async () => {
    const { call, server } = await startTestService({ exposure: { allowOrigins: [origin] } });
    for (const other of ['http://tools.example', 'https://tools.example:8443', 'https://a.tools.example', 'null']) {
      const answer = await call('OPTIONS', '/cloud/games', { token: null, headers: { ...asks, origin: other } });
      expect([other, answer.status]).toEqual([other, 403]);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
    const own = await call('GET', '/cloud/games', { headers: { origin: server.url } });
    expect(own.status).toBe(200);
    expect(own.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('are none unless configured', async () => {
    const { call } = await startTestService();
    const answer = await call('OPTIONS', '/cloud/games', { token: null, headers: asks });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
