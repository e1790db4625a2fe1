// The settings of a game over the bridge, on a real service: names, pictures, tokens and devices that wait for one.
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { putBytes } from '../../../../src-main/core/games/put-bytes.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { PICTURE_CHUNK, type PictureKind } from '../../../../src-shared/games/settings-bridge.ts';
import { coreForAll } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { startWithGame } from '../../../support/service.ts';

/** A core and a service start in each, and a busy machine takes its time for that. */
vi.setConfig({ testTimeout: 90_000 });

const openCore = coreForAll({ askEvery: 50 });

async function start(through: (url: string) => Promise<string> = async (url) => url) {
  const service = await startWithGame();
  const core = await openCore();
  const url = await through(service.server.url);
  const added = await core.client.call('instances.add', { url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await core.whenState(added.instance_id, 'connected');
  const game = { instance_id: added.instance_id, game_id: service.game_id };
  const bridge = core.client;
  const send = async (kind: PictureKind, bytes: Buffer, announced = bytes.length) => {
    const { picture_id: id } = await bridge.call('games.beginPicture', {
      ...game,
      kind,
      mime: 'image/png',
      bytes: announced,
    });
    for (let offset = 0; offset < bytes.length; offset += PICTURE_CHUNK) {
      const data = bytes.subarray(offset, offset + PICTURE_CHUNK).toString('base64');
      await bridge.call('games.addToPicture', { picture_id: id, offset, data });
    }
    await bridge.call('games.sendPicture', { picture_id: id });
  };
  const read = async () => (await service.client.getGame({ params: { game_id: service.game_id } })).game;
  return { ...service, core, bridge, game, send, read };
}

/** A picture of so many pixels whose bytes are at least this long. */
function png(width: number, height: number, padding = 0): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = chunk('IDAT', deflateSync(Buffer.alloc(64)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    body,
    chunk('teXt', Buffer.alloc(padding)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it('says in every language that a picture could not be sent', async () => {
  const agents = { http: new Agent(), https: new SecureAgent(), isPinned: false };
  const order = { url: 'http://127.0.0.1:1/logo', bytes: png(64, 64), mime: 'image/png', agents };
  const sent = putBytes({ ...order, signal: new AbortController().signal });
  const problem = asAppError(await sent.catch((thrown: unknown) => thrown));
  expect(problem.message).toMatch(/^The picture could not be sent: http:\/\/127\.0\.0\.1:1 does not answer: .*nothing/);
  expect(leftInEnglish(problem.toMessage())).toEqual([]);
});

describe('names', () => {
  it('are checked before they are set, and then set', async () => {
    const { bridge, game, read } = await start();
    const request = { instance_id: game.instance_id, display_name: 'Two  spaces', name_id: 'Not Good' };
    const { errors } = await bridge.call('games.validateNames', request);
    expect(errors.map(({ path }) => path)).toEqual([
      ['display-name', 'invalid'],
      ['name-id', 'invalid'],
    ]);
    await bridge.call('games.rename', { ...game, display_name: 'Tide', name_id: 'tide' });
    expect(await read()).toMatchObject({ display_name: 'Tide', name_id: 'tide' });
    await expect(bridge.call('games.rename', { ...game, name_id: 'NO' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('a picture', () => {
  it('comes in pieces, is sent and shows', async () => {
    const { send, read } = await start();
    const bytes = png(512, 512, 1_500_000);
    await send('logo', bytes);
    await send('banner', png(1600, 900));
    const { logo_url: logo = '', banner_url: banner } = await read();
    const shown = await fetch(logo, { headers: { connection: 'close' } });
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    expect(banner).toContain('/media/game-banner/');
  });

  it('that is none, is too large, or came in part is refused in words, and what was shown stays', async () => {
    const { send, read } = await start();
    await send('logo', png(64, 64));
    const before = (await read()).logo_url;
    await expect(send('logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toMatchObject({
      code: 'UPLOAD_INVALID',
    });
    await expect(send('logo', png(60_000, 60_000))).rejects.toMatchObject({ code: 'UPLOAD_INVALID' });
    await expect(send('logo', png(64, 64), 5_000_001)).rejects.toMatchObject({ code: 'UPLOAD_TOO_LARGE' });
    await expect(send('logo', png(64, 64), 4_000_000)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect((await read()).logo_url).toBe(before);
  });

  it('goes to a remote that has only the eleven calls, where a banner has no place', async () => {
    const { send, read } = await start(async (url) => (await startElevenRemote(url)).url);
    await send('logo', png(64, 64));
    expect((await read()).logo_url).toContain('/media/game-logo/');
    await expect(send('banner', png(64, 64))).rejects.toMatchObject({ code: 'NOT_OFFERED' });
  });
});

describe('tokens', () => {
  it('are made, listed without their secrets, work, and are revoked', async () => {
    const { bridge, game, call, namespacePath, place } = await start();
    const cloud = await bridge.call('games.createToken', { ...game, name: 'CI' });
    const service = await bridge.call('games.createToken', {
      ...game,
      name: 'lobby',
      namespace_id: place.namespace_id,
    });
    const { tokens } = await bridge.call('games.tokens', game);
    expect(tokens.map(({ name, kind, environment_id: environment }) => [name, kind, environment])).toEqual(
      expect.arrayContaining([
        ['CI', 'cloud', undefined],
        ['lobby', 'service', place.namespace_id],
      ]),
    );
    expect(JSON.stringify(tokens)).not.toContain(cloud.token);
    expect((await call('GET', namespacePath, { token: cloud.token })).status).toBe(200);
    expect((await call('GET', namespacePath, { token: service.token })).status).toBe(403);
    await bridge.call('games.revokeToken', { ...game, token_id: cloud.token_id });
    expect((await call('GET', namespacePath, { token: cloud.token })).status).toBe(401);
    expect((await bridge.call('games.tokens', game)).tokens.map(({ name }) => name)).toEqual(['lobby']);
  });

  it('go to a device that waits for one, once', async () => {
    const { bridge, game, client } = await start();
    const { device_link_token: token } = await client.createDeviceLink({});
    await bridge.call('games.completeDeviceLink', { ...game, device_link_token: token });
    const { cloud_token: got } = await client.getDeviceLink({ query: { device_link_token: token } });
    expect(got).toBeDefined();
    const again = bridge.call('games.completeDeviceLink', { ...game, device_link_token: token });
    await expect(again).rejects.toMatchObject({ code: 'CLOUD_DEVICE_LINK_ALREADY_COMPLETE' });
    const wrong = bridge.call('games.completeDeviceLink', { ...game, device_link_token: 'nonsense' });
    await expect(wrong).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });
});

it('changes nothing on an instance that is marked read-only', async () => {
  const { bridge, game, send } = await start();
  await bridge.call('instances.setReadOnly', { instance_id: game.instance_id, is_read_only: true });
  const refused = { code: 'INSTANCE_READ_ONLY' };
  await expect(bridge.call('games.rename', { ...game, display_name: 'x' })).rejects.toMatchObject(refused);
  await expect(send('logo', png(64, 64))).rejects.toMatchObject(refused);
  await expect(bridge.call('games.createToken', { ...game, name: 'x' })).rejects.toMatchObject(refused);
});
