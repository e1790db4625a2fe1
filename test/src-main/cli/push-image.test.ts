// `slipway push` and `slipway doctor` of saved images, which are told by their content: people do not say what a file is.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { runCommand } from '../../support/command.ts';
import { startServing } from '../../support/serving.ts';
import { tarOf } from '../../support/tar.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const layer = randomBytes(32).toString('hex');
const config = randomBytes(32).toString('hex');

/** As `podman save` and `docker save` write it: the layers first, what names them last. */
const saved = {
  [`${layer}.tar`]: { text: tarOf({ 'bin/server': '#!/bin/sh\n' }) },
  [`${config}.json`]: '{"architecture":"amd64","os":"linux"}',
  'manifest.json': JSON.stringify([{ Config: `${config}.json`, Layers: [`${layer}.tar`], RepoTags: ['game:1'] }]),
};
const layout = {
  [`blobs/sha256/${layer}`]: 'a manifest',
  'index.json': JSON.stringify({ schemaVersion: 2, manifests: [{ digest: `sha256:${layer}`, size: 10 }] }),
  'oci-layout': '{"imageLayoutVersion":"1.0.0"}',
};
const bundle = {
  'config.json': JSON.stringify({ ociVersion: '1.0.2', process: { args: ['/bin/server'] }, root: { path: 'rootfs' } }),
  'rootfs/bin/server': '#!/bin/sh\n',
};
const game = { 'manifest.json': '{"name":"a game"}', 'server.js': 'console.log(1);' };

/** A push that names no namespace chooses one. */
async function buildsOf(client: ServiceClient, game_id: string, namespaces: readonly NamespaceSummary[]) {
  const lists = await Promise.all(
    namespaces.map(({ namespace_id: environment_id }) => client.listBuilds({ params: { game_id, environment_id } })),
  );
  return lists.flatMap(({ builds }) => builds);
}

const files = [
  ['image.tar', tarOf(saved), 'docker_image'],
  ['image.tar.gz', gzipSync(tarOf(saved)), 'docker_image'],
  ['layout.zip', tarOf(layout), 'docker_image'],
  ['layout.tgz', gzipSync(tarOf(layout)), 'docker_image'],
  ['bundle.tar', tarOf(bundle), 'oci_bundle'],
  ['game.tar', tarOf(game), 'archive'],
] as const;

it('a saved image becomes an image whatever its file is called, and a game that has a manifest.json stays an archive', async () => {
  const { run, createGame, client, home } = await startServing();
  const { name_id, game_id, namespaces } = await createGame();
  const folder = await makeTempFolder('images');
  for (const [at, [name, bytes, kind]] of files.entries()) {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    const version = `1.0.${at}`;
    const pushed = await run('push', file, '--game', name_id, '--name', version);
    expect(pushed, name).toMatchObject({ code: 0 });
    const builds = await buildsOf(client, game_id, namespaces);
    expect(
      builds.find((build) => build.name === version),
      name,
    ).toMatchObject({ kind });
    const examined = await runCommand(['doctor', file, '--json'], { home });
    const { findings } = JSON.parse(examined.stdout).report as { findings: { code: string }[] };
    expect(
      findings.some(({ code }) => code === 'container'),
      `${name} as the doctor sees it`,
    ).toBe(kind !== 'archive');
  }
});

it('what somebody says a file is counts', async () => {
  const { run, createGame, client } = await startServing();
  const { name_id, game_id, namespaces } = await createGame();
  const file = path.join(await makeTempFolder('images'), 'image.tar');
  await writeFile(file, tarOf(saved));
  const flags = ['--name', '2.0.0', '--kind', 'archive'];
  expect(await run('push', file, '--game', name_id, ...flags)).toMatchObject({ code: 0 });
  const builds = await buildsOf(client, game_id, namespaces);
  expect(builds.find((build) => build.name === '2.0.0')).toMatchObject({ kind: 'archive' });
});
