// What is left out of a build by default, and what counts as a secret.
import { expect, it } from 'vitest';
import { createIgnoreMatcher } from '../../../src-shared/builds/ignore-rules.ts';
import { defaultLeaveOut, ignoreFileRules } from '../../../src-shared/builds/leave-out.ts';
import { isHarmless } from '../../../src-shared/builds/secret-files.ts';

const matches = createIgnoreMatcher(defaultLeaveOut);
const kindOf = (path: string, isFolder = false) => {
  const found = matches(path, isFolder);
  return found === undefined ? 'kept' : found.rule.matchesSecrets ? 'secret' : 'left out';
};

it.each([
  '.git/config',
  'a/.hg/x',
  '.svn/x',
  '.DS_Store',
  '__MACOSX/._a',
  'a/._b',
  'Thumbs.db',
  '.itch/receipt',
  'Game_BurstDebugInformation_DoNotShip/x',
  'Game_BackUpThisFolder_ButDontShipItWithYourGame/x',
  'Game.pdb',
  'Game_s.debug',
  'Game.sym',
  'Game.dSYM/Contents',
  'a.lib',
  'a.exp',
  'a.ilk',
  'MyGame/Saved/x',
  'Intermediate/x',
  'DerivedDataCache/x',
  '.import/x',
  '.godot/x',
  '.vs/x',
  '.idea/x',
  'a/node_modules/.cache/x',
  'node_modules/.cache/x',
  'a.log',
  'core',
  'core.123',
  'a.dmp',
  '.slipwayignore',
])('leaves out %s', (path) => {
  expect(kindOf(path)).toBe('left out');
});

it.each([
  '.env',
  'a/.env.production',
  'id_rsa',
  'id_ed25519',
  'server.pem',
  'server.key',
  'a.keystore',
  'a.p12',
  '.netrc',
  '.aws/credentials',
  'home/.aws/credentials',
])('calls %s a secret', (path) => {
  expect(kindOf(path)).toBe('secret');
});

it.each([
  'core/index.js',
  'core.js',
  'corelib',
  'Save',
  'game.x86_64',
  '.itch.toml',
  'slipway.json',
  'libfoo.so',
  '.env.example',
  'id_rsa.pub',
  'Data/level.pck',
  'node_modules/a/lib/x.js',
  'sub/.slipwayignore',
])('keeps %s', (path) => {
  expect(kindOf(path)).toBe('kept');
});

it('lets the ignore file decide after the default rows', () => {
  const decided = createIgnoreMatcher([...defaultLeaveOut, ...ignoreFileRules('!keep.log\n.env\n!server.key\n')]);
  expect(decided('keep.log', false)).toBeUndefined();
  expect(decided('server.key', false)).toBeUndefined();
  expect(decided('.env', false)?.rule).toMatchObject({
    matchesSecrets: false,
    reason: { text: 'Listed in .slipwayignore' },
  });
});

it('knows a certificate from a key', () => {
  const rule = defaultLeaveOut.find(({ pattern }) => pattern === '*.pem');
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const isHarmlessPem = (text: string) => rule !== undefined && isHarmless(rule, text);
  expect(isHarmlessPem(certificate)).toBe(true);
  expect(isHarmlessPem(`${certificate}-----BEGIN EC PRIVATE KEY-----\n`)).toBe(false);
  expect(isHarmlessPem('')).toBe(false);
});
