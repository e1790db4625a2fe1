// What people of Slipway 0.1.0 handed to each other is read as it was then: connection files, links, and slipway.json.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readConnectionFile } from '../../../../src-main/core/desktop/connection-file.ts';
import { parseDeepLink } from '../../../../src-main/core/desktop/links.ts';
import { readBuildManifest } from '../../../../src-shared/service/read-manifest.ts';
import { files010, unpack010 } from '../../../support/from-0-1-0.ts';

it('reads a connection file', async () => {
  expect(await readConnectionFile(path.join(files010, 'studio.slipway'))).toEqual({
    url: 'http://127.0.0.1:7497',
    name: 'Studio',
    token: expect.stringMatching(/^slipway_cloud_/),
    fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}/),
  });
});

it('reads links of each kind', async () => {
  const links = (await readFile(path.join(files010, 'links.txt'), 'utf8')).trim().split('\n');
  const isId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(links.map(parseDeepLink)).toEqual([
    { kind: 'add_remote', url: 'http://127.0.0.1:7497', name: 'Studio' },
    { kind: 'device_link', url: 'https://games.example', name: 'Studio' },
    { kind: 'open_game', game_id: isId, instance: 'local' },
    { kind: 'open_game', game_id: isId, instance: 'http://127.0.0.1:7497', namespace_id: isId },
  ]);
});

it('reads a slipway.json', async () => {
  const folder = await unpack010('game-folders');
  const text = await readFile(path.join(folder, 'game-1', 'slipway.json'), 'utf8');
  expect(readBuildManifest(JSON.parse(text)).manifest).toMatchObject({
    program: 'server.js',
    arguments: ['--port', '{port:game}'],
    environment: { MODE: 'race' },
    lifecycle: { kill_timeout: 2000 },
  });
});
