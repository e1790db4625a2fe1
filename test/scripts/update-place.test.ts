// What a pack is told about its updates, and lists of versions that are signed for it.
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { main as signUpdates } from '../../scripts/sign-updates.ts';
import { readUpdatePlace } from '../../scripts/update-place.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

async function keys(type: 'ed25519' | 'x25519' = 'ed25519') {
  const folder = await makeTempFolder('update-keys');
  const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  const [priv, pub] = [path.join(folder, 'private.pem'), path.join(folder, 'public.pem')];
  await writeFile(priv, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(pub, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  return { folder, priv, pub };
}
const url = 'https://updates.example/slipway';

test('is nothing where nobody named a place', async () => {
  expect(await readUpdatePlace({})).toBeUndefined();
});

test('takes an address with the public key that lists are signed for', async () => {
  const { pub } = await keys();
  const place = await readUpdatePlace({ SLIPWAY_UPDATE_URL: url, SLIPWAY_UPDATE_KEY: pub });
  expect(place).toEqual({ url, public_key: await readFile(pub, 'utf8') });
});

test('refuses half of it, an address in the clear, a private key and a key of another kind', async () => {
  const { pub, priv } = await keys();
  const refused = async (env: NodeJS.ProcessEnv, why: RegExp) =>
    await expect(readUpdatePlace(env)).rejects.toThrow(why);
  await refused({ SLIPWAY_UPDATE_URL: url }, /need both/);
  await refused(
    { SLIPWAY_UPDATE_URL: 'http://updates.example', SLIPWAY_UPDATE_KEY: pub },
    /has to be an https address/,
  );
  await refused({ SLIPWAY_UPDATE_URL: url, SLIPWAY_UPDATE_KEY: priv }, /is a private key/);
  await refused({ SLIPWAY_UPDATE_URL: url, SLIPWAY_UPDATE_KEY: (await keys('x25519')).pub }, /no Ed25519 key/);
});

test('signs a list so that the public key vouches for it', async () => {
  const { folder, priv, pub } = await keys();
  const list = path.join(folder, 'latest-linux.yml');
  await writeFile(list, 'version: 0.2.0\n');
  await signUpdates([priv, list]);
  const signature = Buffer.from(await readFile(`${list}.sig`, 'utf8'), 'base64');
  expect(verify(null, await readFile(list), createPublicKey(await readFile(pub, 'utf8')), signature)).toBe(true);
  await expect(signUpdates([priv])).rejects.toThrow(/Name the private key and the lists/);
});
