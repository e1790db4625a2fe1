import { expect, test } from 'vitest';
import { linkToken } from '../../../../src-renderer/features/game-settings/device-link-setting.tsx';
import { envBlock, TOKEN_PLACE } from '../../../../src-renderer/features/game-settings/env-blocks.ts';

const facts = { url: 'http://127.0.0.1:7420', game_id: 'g', namespace_id: 'n', token: `it's "odd" $HOME \\ ` };

test('gives bash the values as they are, whatever is in them', () => {
  expect(envBlock('bash', facts).split('\n').slice(0, 2)).toEqual([
    `export SLIPWAY_URL='http://127.0.0.1:7420'`,
    String.raw`export SLIPWAY_TOKEN='it'\''s "odd" $HOME \ '`,
  ]);
});

test('speaks each language', () => {
  expect(envBlock('powershell', facts)).toContain(`$env:SLIPWAY_TOKEN = 'it''s "odd" $HOME \\ '`);
  expect(envBlock('dotenv', { ...facts, token: undefined })).toContain(`SLIPWAY_TOKEN="${TOKEN_PLACE}"`);
  expect(envBlock('unity', facts)).toContain('    public const string GameId = "g";');
  expect(envBlock('godot', { ...facts, namespace_id: undefined })).not.toContain('ENVIRONMENT');
});

test('finds the token of a device link in what was pasted', () => {
  const token = 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl';
  expect(linkToken(`https://x.example/link?token=${token}&a=b`)).toBe(token);
  expect(linkToken(`eyJhbGciOiJI.eyJz\n  dWIiOiIx.c2lnbmF0dXJl`)).toBe(token);
  expect(linkToken('https://games.example/link')).toBeUndefined();
});
