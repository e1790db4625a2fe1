import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../../scripts/setup/project.mjs';
import { isDeepLink, parseDeepLink } from '../../../../src-main/core/desktop/links.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { createRandom } from '../../../support/random.ts';

const refusal = (link: string): string => {
  try {
    parseDeepLink(link);
  } catch (thrown) {
    const error = asAppError(thrown);
    expect(['LINK_REFUSED', 'INSTANCE_ADDRESS']).toContain(error.code);
    return error.message;
  }
  throw new Error(`This link was followed: ${link}`);
};

test('reads a link that adds a remote, in one spelling of its address', () => {
  const link = 'slipway://add-remote?url=https%3A%2F%2FGames.example%2F&name=Tidebreak%20EU';
  expect(parseDeepLink(link)).toEqual({ kind: 'add_remote', url: 'https://games.example', name: 'Tidebreak EU' });
  expect(parseDeepLink('slipway://add-remote/?url=games.example')).toEqual({
    kind: 'add_remote',
    url: 'https://games.example',
  });
});

test('reads a link that signs in by a device link', () => {
  expect(parseDeepLink('slipway://device-link?url=https://games.example/base')).toEqual({
    kind: 'device_link',
    url: 'https://games.example/base',
  });
});

test('reads the links of the documentation, which name all that a link may have', async () => {
  const page = await readFile(path.join(projectRoot, 'docs/links.md'), 'utf8');
  const links = [...page.matchAll(/^\| `(slipway:[^`]+)`/gm)].map(([, link = '']) => parseDeepLink(link));
  const instance = 'https://games.example';
  expect(links).toEqual([
    { kind: 'add_remote', url: instance, name: 'Team' },
    { kind: 'device_link', url: instance, name: 'Team' },
    { kind: 'open_game', instance, game_id: 'ID', namespace_id: 'ID' },
  ]);
});

test('reads a link that opens a game, on Local or on a remote', () => {
  const game = '3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7';
  expect(parseDeepLink(`slipway://open-game?game=${game}`)).toEqual({
    kind: 'open_game',
    instance: 'local',
    game_id: game,
  });
  expect(parseDeepLink(`slipway://open-game?game=${game}&namespace=abc&instance=games.example`)).toEqual({
    kind: 'open_game',
    instance: 'https://games.example',
    game_id: game,
    namespace_id: 'abc',
  });
});

test('knows its own links among other words', () => {
  expect(['slipway://x', 'SLIPWAY:x', '--flag', 'https://x', 'C:\\slipway'].map(isDeepLink)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['a token', 'slipway://add-remote?url=https://a.example&token=x', /carries a token/],
  ['another scheme', 'https://add-remote?url=https://a.example', /cannot be read/],
  ['an unknown request', 'slipway://run-command?cmd=calc', /does not know/],
  ['a request named as a member of every object', 'slipway://constructor?url=a', /does not know/],
  ['our own page', 'slipway://app/index.html', /has parts/],
  ['a path', 'slipway://add-remote/../../etc?url=https://a.example', /has parts/],
  ['a user', 'slipway://me@add-remote?url=https://a.example', /has parts/],
  ['a port', 'slipway://add-remote:80?url=https://a.example', /has parts/],
  ['a fragment', 'slipway://add-remote?url=https://a.example#x', /has parts/],
  ['an unknown part', 'slipway://add-remote?url=https://a.example&run=1', /has parts/],
  ['an address twice', 'slipway://add-remote?url=https://a.example&url=https://b.example', /names its url twice/],
  ['no address', 'slipway://add-remote', /which remote/],
  ['no game', 'slipway://open-game', /which game/],
  ['an id that is none', 'slipway://open-game?game=..%2F..%2Fetc', /Its id is not valid/],
  ['a script for an address', 'slipway://add-remote?url=javascript:alert(1)', /is not the address/],
  ['a file for an address', 'slipway://add-remote?url=file:///etc/passwd', /is not the address/],
  ['a password in the address', 'slipway://add-remote?url=https://a:b@c.example', /name and password/],
  ['a name that turns text around', 'slipway://add-remote?url=https://a.example&name=x%E2%80%AEy', /cannot be shown/],
  ['an invisible character', 'slipway://add-remote?url=https://a.ex\u200bample', /invisible characters/],
  ['a joiner in its address', 'slipway://add-remote?url=https://a.ex\u200dample', /invisible characters/],
  ['a letter that is blank', 'slipway://add-remote?url=https://a.example&name=\u3164', /invisible characters/],
  ['a line end', 'slipway://add-\nremote?url=https://a.example', /invisible characters/],
  ['too much', `slipway://add-remote?url=https://a.example/${'a'.repeat(3000)}`, /longer than 2048/],
])('refuses a link with %s', (_what, link, sentence) => {
  expect(refusal(link)).toMatch(sentence);
});

test('refuses garbage with a sentence, whatever it is', () => {
  const random = createRandom();
  const alphabet = [
    ...Array.from('abc/?&=#%:@. \\"<>\'\u0000\u202e[]{}12'),
    'add-remote',
    'url=',
    'open-game',
    '%00',
    '%',
    'game=',
  ];
  for (let count = 0; count < 5_000; count += 1) {
    const tail = Array.from({ length: random.below(30) }, () => random.pick(alphabet)).join('');
    let sentence = 'read';
    try {
      parseDeepLink(`slipway://${tail}`);
    } catch (thrown) {
      sentence = asAppError(thrown).code === 'ERROR' ? '' : asAppError(thrown).message;
    }
    expect(sentence, tail).toMatch(/\w/);
  }
});
