// What a stored file is for a container engine, told by what is in it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { imageContentOf } from '../../../../embedded-server/files/images/image-content.ts';
import { type TarFile, tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const manifest = JSON.stringify([{ Config: 'a.json', Layers: ['b.tar'] }]);
const layout = { 'oci-layout': '{"imageLayoutVersion":"1.0.0"}' };
const index = JSON.stringify({ manifests: [{ digest: 'sha256:1' }] });
const config = JSON.stringify({ ociVersion: '1.0.2', root: { path: 'rootfs' }, process: { args: ['/run'] } });

async function stored(files: Record<string, TarFile>): Promise<string> {
  const file = path.join(await makeTempFolder('stored'), 'blob');
  await writeFile(file, tarOf(files));
  return file;
}

test.each<[string, Record<string, TarFile>, 'image' | 'bundle' | undefined]>([
  ['a saved image', { [`${'a'.repeat(64)}.tar`]: 'x', 'manifest.json': manifest }, 'image'],
  ['an image layout', { ...layout, 'blobs/sha256/1': 'x', 'index.json': index }, 'image'],
  ['a bundle', { 'rootfs/run': 'x', 'config.json': config }, 'bundle'],
  ['a server with a manifest.json of its own', { 'manifest.json': '{"name":"game"}', 'server.js': '' }, undefined],
  ['a server with a config.json and no root', { 'config.json': config }, undefined],
  ['a server', { 'server.js': '', 'manifest.json': manifest }, undefined],
])('%s is recognised by what is in it', async (_, files, holds) => {
  expect((await imageContentOf(await stored(files), 'docker_image'))?.holds).toBe(holds);
});

test('what is no tar holds no image', async () => {
  const file = path.join(await makeTempFolder('stored'), 'blob');
  for (const bytes of [Buffer.from('#!/bin/sh\n'), Buffer.alloc(0), Buffer.alloc(4096)]) {
    await writeFile(file, bytes);
    expect(await imageContentOf(file, 'oci_bundle')).toBeUndefined();
  }
});
