// Tokens sealed by a keychain: what is on disk, a keychain that changes its key, and one that is locked.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBothSecrets } from '../../../../src-main/core/host/both-secrets.ts';
import { createFileSecrets, type Sealing } from '../../../../src-main/core/host/secrets.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

/** Seals with a key that can be turned; what the key before sealed is opened and wants to be sealed again. */
function keychain() {
  const state = { key: 1, isLocked: false };
  const guard = () => {
    if (state.isLocked) throw new Error('locked');
  };
  const sealing: Sealing = {
    seal: async (value) => {
      guard();
      return `${state.key}:${Buffer.from(value).toString('hex')}`;
    },
    open: async (sealed) => {
      guard();
      const [key, hex = ''] = sealed.split(':');
      return { value: Buffer.from(hex, 'hex').toString(), isOld: Number(key) !== state.key };
    },
  };
  return { state, sealing };
}

async function open() {
  const file = path.join(await makeTempFolder('secrets'), 'secrets.json');
  const { state, sealing } = keychain();
  const describe = () => ({ kind: 'keychain' as const, sentence: '' });
  return { file, state, secrets: createFileSecrets({ file, describe, sealing }) };
}

test('writes no token in the clear, and gives it back', async () => {
  const { file, secrets } = await open();
  await secrets.set('remote', 'hush-hush');
  expect(await readFile(file, 'utf8')).not.toContain('hush');
  expect(await secrets.get('remote')).toBe('hush-hush');
});

test('seals a token again when the keychain has another key', async () => {
  const { file, state, secrets } = await open();
  await secrets.set('remote', 'hush-hush');
  state.key = 2;
  expect(await secrets.get('remote')).toBe('hush-hush');
  expect(JSON.parse(await readFile(file, 'utf8'))['remote']).toMatch(/^2:/);
});

test('says that the keychain is locked, and keeps what was there', async () => {
  const { file, state, secrets } = await open();
  await secrets.set('remote', 'hush-hush');
  const before = await readFile(file, 'utf8');
  state.isLocked = true;
  await expect(secrets.get('remote')).rejects.toThrow(/Unlock it, or sign in again/);
  await expect(secrets.set('other', 'x')).rejects.toThrow(/does not accept the token/);
  expect(await readFile(file, 'utf8')).toBe(before);
  state.isLocked = false;
  expect(await secrets.get('remote')).toBe('hush-hush');
});

test('knows the tokens that the command line keeps beside the sealed ones, until it has one of its own', async () => {
  const { file, secrets: sealed } = await open();
  const plainFile = path.join(path.dirname(file), 'plain.json');
  const describe = () => ({ kind: 'file' as const, sentence: '' });
  const commandLine = createFileSecrets({ file: plainFile, describe });
  const both = createBothSecrets(sealed, createFileSecrets({ file: plainFile, describe }));
  await commandLine.set('remote', 'from the command line');
  expect(await both.get('remote')).toBe('from the command line');
  await both.set('remote', 'from the app');
  expect(await both.get('remote')).toBe('from the app');
  expect(await commandLine.get('remote')).toBeUndefined();
  await commandLine.set('other', 'x');
  await both.remove('other');
  expect(await commandLine.get('other')).toBeUndefined();
});

test('says in every language that its file is damaged, and leaves it as it is', async () => {
  const { file, secrets } = await open();
  await writeFile(file, '{');
  const problem = asAppError(await secrets.get('remote').catch((thrown: unknown) => thrown));
  expect(problem.message).toMatch(/cannot be used: it is damaged\. Remove it and sign in again\.$/);
  expect(leftInEnglish(problem.toMessage())).toEqual([]);
  expect(await readFile(file, 'utf8')).toBe('{');
});
