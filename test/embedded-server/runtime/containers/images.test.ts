// When the image of a build is removed from the engine, with an engine that only keeps account of what it has.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { EngineFinder } from '../../../../embedded-server/runtime/containers/engine.ts';
import { createImages, imageName } from '../../../../embedded-server/runtime/containers/images.ts';
import { EngineFailure } from '../../../../embedded-server/runtime/containers/run-engine.ts';
import { tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const sha256 = 'a'.repeat(64);

async function startWithImage() {
  const file = path.join(await makeTempFolder('stored'), 'blob');
  const manifest = JSON.stringify([{ Config: 'a.json', Layers: ['b.tar'] }]);
  await writeFile(file, tarOf({ [`${sha256}.tar`]: 'x', 'manifest.json': manifest }));
  const has = new Set([imageName(sha256)]);
  const engine = { isUsed: true, architecture: 'amd64', isLocal: true, has };
  const run = (texts: readonly string[]): Promise<string> => {
    const [, verb, name = ''] = texts;
    if (verb === 'inspect' && has.has(name)) return Promise.resolve('[{"Architecture":"amd64"}]');
    if (engine.isUsed)
      return Promise.reject(new EngineFailure({ program: '', arguments: texts }, 'failed', ['in use']));
    has.delete(name);
    return Promise.resolve('');
  };
  const images = createImages({ find: () => Promise.resolve({ ...engine, run }) } as unknown as EngineFinder);
  return { images, engine, stored: { sha256, file, kind: 'docker_image' as const } };
}

test('the image of a deleted build goes with the last server of it', async () => {
  const { images, engine } = await startWithImage();
  expect(await images.remove(sha256)).toBe(false);
  engine.isUsed = false;
  await images.released(imageName(sha256));
  expect([...engine.has]).toEqual([]);
});

test('it stays where the same bytes came again as another build', async () => {
  const { images, engine, stored } = await startWithImage();
  expect(await images.remove(sha256)).toBe(false);
  expect(await images.load(stored)).toMatchObject({ name: imageName(sha256) });
  engine.isUsed = false;
  await images.released(imageName(sha256));
  expect([...engine.has]).toEqual([imageName(sha256)]);
});
