// What packing refuses, as it is really refused, is said in German with all that is filled in.
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createPacker } from '../../../../src-main/core/pack/packer.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../../src-shared/text/message.ts';
import { leftInEnglish, translate } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const packThread = new URL('../../../../src-main/core/pack/pack-thread.ts', import.meta.url);

async function refusalOf(source: string): Promise<Message> {
  const packer = createPacker(packThread);
  const cache = await makeTempFolder('packs');
  try {
    return await packer.pack({ source, place: { cache }, compression: 'none', options: {} }).then(
      () => ({ text: 'It was packed.' }),
      (thrown: unknown) => asAppError(thrown).toMessage(),
    );
  } finally {
    await packer.close();
  }
}

it.each<[what: string, make: (folder: string) => Promise<unknown>, expected: RegExp]>([
  ['is empty', async () => {}, /^Nothing in .+ would be packed/],
  ['holds a secret', (folder) => writeFile(path.join(folder, '.env'), 'PASSWORD=x'), /looks like secrets.+\.env/],
])('of a folder that %s', async (_, make, expected) => {
  const folder = path.join(await makeTempFolder('a folder'), 'my server');
  await mkdir(folder);
  await make(folder);
  const message = await refusalOf(folder);
  expect(message.text).toMatch(expected);
  expect(translate(message)).not.toBe(message.text);
});

it('of what is not there, whatever its name', async () => {
  const message = await refusalOf(path.join(await makeTempFolder(), 'my own server'));
  expect(message.text).toMatch(/my own server cannot be read: it does not exist \(any more\)/);
  expect(leftInEnglish(message)).toEqual([]);
});

it.skipIf(process.platform === 'win32')('of a pipe and a device, which have no size and may have no end', async () => {
  const pipe = path.join(await makeTempFolder(), 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  for (const source of [pipe, '/dev/zero']) {
    const message = await refusalOf(source);
    expect(message.text).toContain(`${source} cannot be read: it is neither a folder nor a file. Nothing was packed.`);
    expect(leftInEnglish(message)).toEqual([]);
  }
});

it.skipIf(process.platform === 'win32')('of one link that leads out, and of several', async () => {
  const folder = await makeTempFolder();
  await symlink('/etc', path.join(folder, 'out'));
  expect(translate(await refusalOf(folder))).toMatch(/^Ein Ding in diesem Ordner lässt sich nicht packen/);
  await symlink('/usr', path.join(folder, 'also'));
  expect(translate(await refusalOf(folder))).toMatch(/^2 Dinge in diesem Ordner lassen sich nicht packen/);
});
