// What an engine is given of a build: the same files with all that they are, under our name alone.
import { execFile } from 'node:child_process';
import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { imageContentOf } from '../../../../embedded-server/files/images/image-content.ts';
import {
  filesBelow,
  type Repack,
  streamTar,
  underName,
} from '../../../../embedded-server/runtime/containers/repack.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { type TarFile, tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const run = promisify(execFile);
const NAME = 'localhost/slipway-of-a-test:latest';
const manifest = JSON.stringify([{ Config: 'a.json', Layers: ['b.tar'], RepoTags: ['game:latest'] }]);
const layout = { 'oci-layout': '{"imageLayoutVersion":"1.0.0"}' };
const index = JSON.stringify({
  manifests: [{ digest: 'sha256:1', annotations: { 'org.opencontainers.image.ref.name': 'game' } }],
});
const config = JSON.stringify({ ociVersion: '1.0.2', root: { path: 'rootfs' }, process: { args: ['/run'] } });

async function stored(files: Record<string, TarFile>): Promise<string> {
  const file = path.join(await makeTempFolder('stored'), 'blob');
  await writeFile(file, tarOf(files));
  return file;
}

async function repacked(file: string, repack: Repack): Promise<string> {
  const pieces: Buffer[] = [];
  await streamTar(file, repack, async (bytes) => void pieces.push(Buffer.from(bytes)));
  const target = path.join(await makeTempFolder('repacked'), 'out.tar');
  await writeFile(target, Buffer.concat(pieces));
  return target;
}

test('a saved image gets our name in all places, and none of those that its files give it', async () => {
  const file = await stored({
    'b.tar': 'layer',
    repositories: '{"game":{}}',
    'manifest.json': manifest,
    ...layout,
    'index.json': index,
  });
  const out = await repacked(file, underName(NAME));
  const text = (name: string) => run('tar', ['-xOf', out, name]).then(({ stdout }) => stdout);
  expect(JSON.parse(await text('manifest.json'))).toEqual([{ Config: 'a.json', Layers: ['b.tar'], RepoTags: [NAME] }]);
  expect(await text('index.json')).toContain(NAME);
  expect(await readFile(out, 'latin1')).not.toMatch(/"game/);
  expect(await text('b.tar')).toBe('layer');
});

test.each<[string, Record<string, TarFile>]>([
  ['manifest.json', { ...layout, 'index.json': index, 'manifest.json': '[{"Config":' }],
  ['manifest.json', { ...layout, 'index.json': index, 'manifest.json': ' '.repeat(5_000_000) }],
  ['index.json', { 'manifest.json': manifest, 'index.json': 'no JSON' }],
])('an image whose %s is broken is refused in words of ours', async (name, files) => {
  const file = await stored(files);
  expect((await imageContentOf(file, 'docker_image'))?.holds).toBe('image');
  const words = `${name} of this image is damaged. Save the image again (docker save, podman save) and upload it again.`;
  const refused = asAppError(await repacked(file, underName(NAME)).catch((thrown: unknown) => thrown));
  expect(refused).toMatchObject({ code: 'BUILD_INVALID', message: words });
  expect(leftInEnglish(refused.toMessage())).toEqual([]);
});

test('the files of a bundle come with their links, rights, owners and long names', async () => {
  const folder = await makeTempFolder('bundle');
  const root = path.join(folder, 'rootfs');
  const long = `${'long/'.repeat(30)}naïve-${'n'.repeat(80)}`;
  await mkdir(path.dirname(path.join(root, long)), { recursive: true });
  await writeFile(path.join(root, long), 'far down');
  await writeFile(path.join(root, 'run'), 'program', { mode: 0o755 });
  await link(path.join(root, 'run'), path.join(root, 'same'));
  await symlink('/run', path.join(root, 'absolute'));
  await writeFile(path.join(folder, 'config.json'), config);
  for (const format of ['gnu', 'pax', 'ustar']) {
    const packed = path.join(await makeTempFolder('packed'), 'bundle.tar');
    const flags = ['--owner=1234', '--group=4321', '--numeric-owner', `--format=${format}`];
    const files = format === 'ustar' ? ['config.json', 'rootfs/run', 'rootfs/same', 'rootfs/absolute'] : ['.'];
    await run('tar', ['-C', folder, ...flags, '-cf', packed, ...files]);
    const { stdout } = await run('tar', ['--numeric-owner', '-tvf', await repacked(packed, filesBelow('rootfs'))]);
    const lines = stdout.trim().split('\n');
    expect(lines.every((line) => line.includes('1234/4321'))).toBe(true);
    expect(stdout).toMatch(/-rwxr-xr-x .* (?:run|same)\n/);
    expect(stdout).toMatch(/h.* same link to run|h.* run link to same/);
    expect(stdout).toMatch(/absolute -> \/run/);
    expect(stdout).not.toMatch(/rootfs|config\.json/);
    if (format !== 'ustar') expect(stdout).toContain('n'.repeat(80));
  }
});
