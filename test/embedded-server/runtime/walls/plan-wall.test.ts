// What of this machine a server sees beside the system: what runs its program, wherever that really is.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planWall, wallVariables } from '../../../../embedded-server/runtime/walls/plan-wall.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const server = {
  owner: 'a',
  kept: [],
  builder: 'unshare',
  copy: { kind: 'made' },
  folder: '/data/servers/a',
  hidden: '/data',
} as const;

test('a runtime that is a link is seen where it is called and where it is', async () => {
  const home = await makeTempFolder();
  const [links, version] = [path.join(home, 'shims'), path.join(home, 'versions/25/bin')];
  for (const folder of [links, version]) await mkdir(folder, { recursive: true });
  await writeFile(path.join(version, 'java'), '');
  await symlink(path.join(version, 'java'), path.join(links, 'java'));
  const { runtimes } = await planWall({ ...server, program: path.join(links, 'java'), nodeProgram: '/usr/bin/node' });
  expect(runtimes).toContain(links);
  expect(runtimes, 'with its libraries').toEqual(
    expect.arrayContaining([version, path.join(home, 'versions/25/lib'), path.join(home, 'versions/25/conf')]),
  );
  expect(runtimes, 'and nothing around them').not.toContain(home);
});

test('a program of the build is seen with the build', async () => {
  const { runtimes } = await planWall({ ...server, program: '/data/servers/a/bin/game', nodeProgram: '/opt/node' });
  expect(runtimes).toEqual(['/opt']);
});

test('a server that sees the real places is told where its temporary files go', async () => {
  const plan = { program: '/data/servers/a/game', nodeProgram: '/usr/bin/node' };
  expect(wallVariables(await planWall({ ...server, ...plan }))).toEqual({});
  const { tmp, ...wall } = await planWall({ ...server, ...plan, builder: 'sandbox-exec' });
  expect(wallVariables({ ...wall, tmp })).toEqual({ TMPDIR: tmp });
});
