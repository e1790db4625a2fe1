// The builds that a node keeps: bounded, those that were used longest ago go first, and never one that is in use.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRoom, whileInUse } from '../../../../embedded-server/runtime/fleet-host/build-cache.ts';
import { fetchBuild } from '../../../../embedded-server/runtime/fleet-host/fetch-build.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const MINUTE = 60_000;
const bounds = { mostBytes: 1_000, minFreeBytes: 0, inUseMs: 10 * MINUTE };
const nameOf = (digit: string) => digit.repeat(64);

async function startCache(files: Record<string, { bytes: number; minutesAgo: number }>) {
  const cache = await makeTempFolder('cache');
  for (const [name, { bytes, minutesAgo }] of Object.entries(files)) {
    const at = new Date(Date.now() - minutesAgo * MINUTE);
    await writeFile(path.join(cache, name), Buffer.alloc(bytes));
    await utimes(path.join(cache, name), at, at);
  }
  return { cache, names: async () => (await readdir(cache)).toSorted() };
}

test('what was used longest ago makes room, only as much as is needed', async () => {
  const { cache, names } = await startCache({
    [nameOf('1')]: { bytes: 300, minutesAgo: 30 },
    [nameOf('2')]: { bytes: 300, minutesAgo: 50 },
    [nameOf('3')]: { bytes: 300, minutesAgo: 40 },
  });
  await makeRoom(cache, 100, bounds);
  expect(await names()).toHaveLength(3);
  await makeRoom(cache, 500, bounds);
  expect(await names()).toEqual([nameOf('1')]);
});

test('one that is in use stays, and so does what is none of ours', async () => {
  const { cache, names } = await startCache({
    [nameOf('1')]: { bytes: 900, minutesAgo: 60 },
    [nameOf('2')]: { bytes: 900, minutesAgo: 5 },
    notes: { bytes: 900, minutesAgo: 60 },
  });
  await whileInUse(path.join(cache, nameOf('1')), () => makeRoom(cache, 900, bounds));
  expect(await names()).toEqual([nameOf('1'), nameOf('2'), 'notes']);
});

test('drafts of hosts that ended are cleared, and those that are being written are not', async () => {
  const [dead, live] = [`${nameOf('1')}.${crypto.randomUUID()}`, `${nameOf('2')}.${crypto.randomUUID()}`];
  const { cache, names } = await startCache({
    [dead]: { bytes: 10, minutesAgo: 20 },
    [live]: { bytes: 10, minutesAgo: 1 },
  });
  await makeRoom(cache, 1, bounds);
  expect(await names()).toEqual([live]);
});

test('with too little room on the disk all that is idle goes', async () => {
  const { cache, names } = await startCache({
    [nameOf('1')]: { bytes: 10, minutesAgo: 20 },
    [nameOf('2')]: { bytes: 10, minutesAgo: 1 },
  });
  await makeRoom(cache, 1, { ...bounds, minFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await names()).toEqual([nameOf('2')]);
});

test('a host that fetches a build makes room for it, and marks one that it finds as used', async () => {
  const bytes = Buffer.alloc(600, 7);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const service = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const { cache, names } = await startCache({ [nameOf('1')]: { bytes: 600, minutesAgo: 60 } });
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const fetch = () => fetchBuild({ sha256, bytes: 600 }, { cache, serviceUrl, token: 't', bounds });
  const file = await fetch();
  expect(await names()).toEqual([sha256]);
  const before = new Date(Date.now() - 60 * MINUTE);
  await utimes(file, before, before);
  await fetch();
  expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - MINUTE);
});
