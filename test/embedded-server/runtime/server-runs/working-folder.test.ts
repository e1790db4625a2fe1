// The folder of a server goes with it, whatever the server or its wall left there: closed folders, the longest paths, links. Root may remove anything, so an ordinary user tries.
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { keepCoreDumps } from '../../../../embedded-server/runtime/server-runs/working-folder.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const SCRIPT = path.join(import.meta.dirname, 'support/remove-folders.ts');
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const ORDINARY = 1234;

async function left(which: 'one' | 'all', prepare = async (_servers: string) => {}): Promise<unknown> {
  const place = await mkdtemp('/tmp/slipway-working-');
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  if (isRoot) await chown(place, ORDINARY, ORDINARY);
  await prepare(path.join(place, 'servers'));
  const become = isRoot ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'] : [];
  const [program, ...given] = [...become, process.execPath, SCRIPT, path.join(place, 'servers'), which];
  return JSON.parse((await promisify(execFile)(program, given)).stdout);
}

test.runIf(process.platform === 'linux')('a server that is removed leaves nothing, and nothing else goes', async () => {
  expect(await left('one')).toEqual({ left: [], outside: ['file'], problems: [] });
});

test.runIf(process.platform === 'linux')(
  'nor do those of a service that was killed, when it starts again',
  async () => {
    expect(await left('all')).toEqual({ left: ['package.json'], outside: ['file'], problems: [] });
  },
);

test.runIf(isRoot)('the service starts though something of them cannot be removed, and the rest goes', async () => {
  const ofRoot = async (servers: string) => {
    await mkdir(path.join(servers, '0-of-root'), { recursive: true });
    await writeFile(path.join(servers, '0-of-root/file'), '');
    await chown(servers, ORDINARY, ORDINARY);
  };
  const found = { left: ['0-of-root', 'package.json'], outside: ['file'], problems: ['EACCES'] };
  expect(await left('all', ofRoot)).toEqual(found);
});

test('of a server that crashed its core stays, by whatever name, and nothing else', async () => {
  const folder = path.join(await makeTempFolder(), 'server');
  await mkdir(path.join(folder, 'core.d'), { recursive: true });
  const core = Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(12), Buffer.from([4, 0])]);
  await writeFile(path.join(folder, 'core-server-4711'), core);
  await writeFile(path.join(folder, 'core.1'), 'a text');
  await writeFile(path.join(folder, 'world.db'), 'large');
  await keepCoreDumps(folder);
  expect(await readdir(folder)).toEqual(['core-server-4711']);
  await writeFile(path.join(folder, 'core-server-4711'), 'no core any more');
  await keepCoreDumps(folder);
  expect(await readdir(path.dirname(folder))).toEqual([]);
});
