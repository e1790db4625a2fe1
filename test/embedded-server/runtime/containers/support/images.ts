// Images made here, as no test fetches any: one with the Node that the tests run on, and small ones of a static busybox.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { tarOf } from '../../../../support/tar.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { sha256 } from '../../../../support/upload.ts';
import { theEngine } from './podman.ts';

const run = promisify(execFile);
const APPLETS = ['sh', 'sleep', 'echo', 'cat', 'env', 'dd', 'httpd', 'mkdir'];

/** The tar of a root with Node and the libraries that it needs. */
export async function nodeRootTar(): Promise<string> {
  const root = await makeTempFolder('node-root');
  const { stdout } = await run('ldd', [process.execPath]);
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, file = '']) => file);
  for (const file of libraries) await place(file, path.join(root, file));
  await place(process.execPath, path.join(root, 'usr/local/bin/node'));
  return await tarOfFolder(root);
}

/** The tar of a root with a shell. */
export async function shellRoot(): Promise<string> {
  const root = await makeTempFolder('shell-root');
  await place('/bin/busybox', path.join(root, 'bin/busybox'));
  // As in real images: links that are absolute, which no archive of a build may have.
  for (const applet of APPLETS) await symlink('/bin/busybox', path.join(root, 'bin', applet));
  return root;
}

export async function tarOfFolder(folder: string): Promise<string> {
  const file = path.join(await makeTempFolder('tar'), 'root.tar');
  await run('tar', ['-C', folder, '-cf', file, '.']);
  return file;
}

/** `changes`: lines of a Dockerfile. */
export async function importImage(tar: string, name: string, changes: readonly string[]): Promise<void> {
  await theEngine().run(['import', ...changes.flatMap((change) => ['--change', change]), tar, name]);
}

export async function removeImage(...names: string[]): Promise<void> {
  await theEngine().run(['image', 'rm', ...names]);
}

/** What people upload: a saved image, under a name of theirs. The engine has none of it left. */
export async function savedImage(tar: string, changes: readonly string[], format = 'docker-archive'): Promise<string> {
  const name = `localhost/of-a-test-${process.pid}:latest`;
  await importImage(tar, name, changes);
  const file = path.join(await makeTempFolder('saved'), 'image.tar');
  await theEngine().run(['save', `--format=${format}`, `--output=${file}`, name]);
  await removeImage(name);
  return file;
}

/** The same without an engine, which takes three of its commands. */
export async function builtImage(tar: string, changes: readonly string[], architecture = ownArchitecture()) {
  const layer = await readFile(tar);
  const config = JSON.stringify({
    created: '2026-01-01T00:00:00Z',
    architecture,
    os: 'linux',
    config: Object.assign({}, ...changes.map(settingOf)),
    rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(layer).toString('hex')}`] },
    history: [{ created_by: 'a test' }],
  });
  const [configFile, layerFile] = [
    `${sha256(Buffer.from(config)).toString('hex')}.json`,
    `${sha256(layer).toString('hex')}.tar`,
  ];
  const manifest = [
    { Config: configFile, RepoTags: [`localhost/of-a-test-${process.pid}:latest`], Layers: [layerFile] },
  ];
  return tarOf({ 'manifest.json': JSON.stringify(manifest), [configFile]: config, [layerFile]: { text: layer } });
}

const ownArchitecture = () => (process.arch === 'arm64' ? 'arm64' : 'amd64');

/** What a line of a Dockerfile sets. */
function settingOf(change: string): object {
  const at = change.indexOf(' ');
  const [word, text] = [change.slice(0, at), change.slice(at + 1)];
  if (word === 'CMD') return { Cmd: JSON.parse(text) };
  if (word === 'ENTRYPOINT') return { Entrypoint: JSON.parse(text) };
  if (word === 'EXPOSE') return { ExposedPorts: { [text]: {} } };
  if (word === 'USER') return { User: text };
  throw new Error(`${word} is none of what these images set`);
}

async function place(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, to);
}
