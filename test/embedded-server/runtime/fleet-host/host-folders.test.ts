// What a host makes before its server is there. That the server gets at nothing else is tried in containers (fleet/swarm.test.ts).
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openHostFolders } from '../../../../embedded-server/runtime/fleet-host/host-folders.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const isRoot = process.getuid?.() === 0;
const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8);

test.skipIf(!isRoot)(
  'root in a container closes the builds of its node to its server, which is another user',
  async () => {
    const home = await makeTempFolder();
    const cache = path.join(home, 'cache');
    await mkdir(cache, { mode: 0o755 });
    const { serverUser, paths } = await openHostFolders({ folder: path.join(home, 'host'), cache, isContained: true });
    expect(serverUser).toBe(10_001);
    expect([await modeOf(cache), await modeOf(paths.logs)]).toEqual(['700', '700']);
  },
);

test('without a container its server is who it is', async () => {
  const home = await makeTempFolder();
  const opened = await openHostFolders({ folder: path.join(home, 'host'), cache: home, isContained: false });
  expect(opened).toMatchObject({ serverUser: undefined, temporary: [] });
});

test('temporary folders count for its server, but for the one that the host itself is in', async () => {
  const home = await makeTempFolder();
  const temporaryFor = async (folder: string) =>
    (await openHostFolders({ folder, cache: path.join(home, 'cache'), isContained: true })).temporary;
  const elsewhere = path.join(home, 'host');
  const isBelowTmp = elsewhere.startsWith('/tmp/');
  expect(await temporaryFor(elsewhere)).toEqual(isBelowTmp ? ['/var/tmp'] : ['/tmp', '/var/tmp']);
});
