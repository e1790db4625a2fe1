import { execFileSync } from 'node:child_process';
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isConnectionFile, readConnectionFile } from '../../../../src-main/core/desktop/connection-file.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const write = async (content: unknown): Promise<string> => {
  const file = path.join(await makeTempFolder('connection'), 'team.slipway');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const refusal = async (file: string) => asAppError(await readConnectionFile(file).catch((thrown: unknown) => thrown));

test('reads a remote with its token and the fingerprint of its certificate', async () => {
  const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
  const file = await write({ slipway: 1, url: 'games.example', name: 'Team', token: ' secret-word\n', fingerprint });
  expect(await readConnectionFile(file)).toEqual({
    url: 'https://games.example',
    name: 'Team',
    token: 'secret-word',
    fingerprint,
  });
});

test('leaves out what is not in it, and passes over what it does not know', async () => {
  expect(await readConnectionFile(await write({ slipway: 1, url: 'https://a.example', color: 'red' }))).toEqual({
    url: 'https://a.example',
  });
});

test.each([
  ['text that is no JSON', '{"token": "hush-hush', /damaged/],
  ['another kind of JSON', { url: 'https://a.example', token: 'hush-hush' }, /another kind/],
  ['a newer format', { slipway: 2, url: 'https://a.example', token: 'hush-hush' }, /newer Slipway/],
  ['a token of another type', { slipway: 1, url: 'https://a.example', token: ['hush-hush'] }, /its token is not valid/],
  ['a token of two words', { slipway: 1, url: 'https://a.example', token: 'hush-hush hush-hush' }, /not a token/],
  ['a fingerprint that is none', { slipway: 1, url: 'a.example', token: 'hush-hush', fingerprint: 'x' }, /fingerprint/],
  ['nothing', '', /damaged/],
  ['a list', '[]', /damaged|another kind/],
  ['a hostile address', { slipway: 1, url: 'file:///etc/passwd', token: 'hush-hush' }, /not the address/],
  ['far too much', ' '.repeat(70_000), /too large/],
])('refuses a file with %s, and names nothing of its token', async (_what, content, sentence) => {
  const error = await refusal(await write(content));
  expect(error.message).toMatch(sentence);
  expect(error.code).not.toBe('ERROR');
  expect(`${error.stack} ${JSON.stringify(error.metadata)} ${String(error.cause)}`).not.toContain('hush-hush');
});

test('says that a file is not there, or is a folder', async () => {
  const folder = await makeTempFolder('connection');
  expect((await refusal(path.join(folder, 'gone.slipway'))).message).toMatch(/^gone.slipway cannot be read/);
  await mkdir(path.join(folder, 'folder.slipway'));
  expect((await refusal(path.join(folder, 'folder.slipway'))).message).toMatch(/it is not a file/);
});

test.runIf(process.platform !== 'win32')('waits for no pipe and reads no device to its end', async () => {
  const folder = await makeTempFolder('connection');
  const [pipe, endless] = [path.join(folder, 'pipe.slipway'), path.join(folder, 'endless.slipway')];
  execFileSync('mkfifo', [pipe]);
  await symlink('/dev/zero', endless);
  expect((await refusal(pipe)).message).toMatch(/it is not a file/);
  expect((await refusal(endless)).message).toMatch(/it is not a file/);
});

test.runIf(process.platform === 'linux')('believes no size that a file only claims', async () => {
  const link = path.join(await makeTempFolder('connection'), 'kernel.slipway');
  await symlink('/proc/kallsyms', link);
  expect((await stat(link)).size).toBe(0);
  expect((await refusal(link)).message).toMatch(/too large|damaged/);
});

test('knows its files by their ending', () => {
  expect(['a.slipway', 'B.SLIPWAY', 'a.json', '.slipwayignore', '.slipway'].map(isConnectionFile)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
