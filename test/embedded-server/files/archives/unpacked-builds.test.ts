// One unpacked build for all who run it: shared, kept while used, evicted when not, and whole whatever happens in between.
import { createHash, randomUUID } from 'node:crypto';
import {
  chmod,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import {
  createUnpackedBuilds,
  type UnpackedBuilds,
  type UnpackedBuildsOptions,
} from '../../../../embedded-server/files/archives/unpacked-builds.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { makeTar } from './make-tar.ts';

const script = new URL('../../../../embedded-server/files/archives/unpack-thread.ts', import.meta.url);
const opened: UnpackedBuilds[] = [];
const name = 'build.tar';

afterEach(async () => {
  for (const builds of opened.splice(0)) await builds.close();
});

async function open(options: Partial<UnpackedBuildsOptions> = {}) {
  const root = await makeTempFolder('unpacked');
  const folder = path.join(root, 'unpacked');
  const builds = createUnpackedBuilds({
    folder,
    script,
    minFreeBytes: 0,
    fetchBlob: async (sha256) => path.join(root, sha256),
    ...options,
  });
  opened.push(builds);
  await builds.recover();
  const store = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await writeFile(path.join(root, sha256), bytes);
    return sha256;
  };
  /** The builds that are there, without what the folder keeps for itself. */
  const there = async () =>
    (await readdir(folder))
      .filter((each) => !['boot', 'package.json'].includes(each) && !each.endsWith('.files'))
      .toSorted();
  return { builds, store, folder, there };
}

const archiveOf = (text: string, bytes = 0) =>
  makeTar([
    { name: 'game/server.sh', bytes: Buffer.from(`#!/bin/sh\necho ${text}\n`) },
    { name: 'game/data/big', bytes: Buffer.alloc(bytes, text) },
  ]);
const isProgram = (text: string) => `#!/bin/sh\necho ${text}\n`;
/** Large enough to be still under way when somebody changes their mind. */
const slow = gzipSync(archiveOf('slow', 60_000_000), { level: 1 });

it('unpacks a build once for all who use it at once or later', async () => {
  const { builds, store, there } = await open();
  const sha256 = await store(archiveOf('hello'));
  const used = await Promise.all([1, 2, 3].map(() => builds.use(sha256, { name })));
  const again = await builds.use(sha256, { name: 'other-name.tar' });
  const folders = new Set([...used, again].map(({ folder }) => folder));
  expect(folders.size).toBe(1);
  expect(await there()).toEqual([sha256]);
  expect(await readFile(path.join(again.folder, 'server.sh'), 'utf8')).toContain('echo hello');
});

it('a lone file lies there once under each of its names', async () => {
  const { builds, store } = await open();
  const sha256 = await store(Buffer.from('#!/bin/sh\necho alone\n'));
  const one = await builds.use(sha256, { name: 'one.sh' });
  const two = await builds.use(sha256, { name: 'two.sh' });
  expect([await readdir(one.folder), await readdir(two.folder)]).toEqual([['one.sh'], ['two.sh']]);
  one.release();
  two.release();
  await builds.remove(sha256);
  expect(await builds.evictUnused()).toBe(0);
});

it('evicts what nobody uses, and never what somebody uses', async () => {
  const { builds, store, there } = await open();
  const [kept, gone] = [await store(archiveOf('kept')), await store(archiveOf('gone'))];
  const first = await builds.use(kept, { name });
  const second = await builds.use(kept, { name });
  (await builds.use(gone, { name })).release();
  expect(await builds.evictUnused()).toBe(1);
  expect(await there()).toEqual([kept]);
  first.release();
  first.release(); // once is enough, twice changes nothing
  expect(await builds.evictUnused()).toBe(0);
  second.release();
  expect(await builds.evictUnused()).toBe(1);
  expect(await there()).toEqual([]);
  expect((await builds.use(kept, { name })).folder).toContain(kept);
});

it('makes room by evicting the longest unused first, and only as many as needed', async () => {
  const { builds, store, there, folder } = await open({ minFreeBytes: Number.MAX_SAFE_INTEGER });
  const old = await store(archiveOf('old'));
  (await builds.use(old, { name })).release();
  const next = await store(archiveOf('next'));
  const used = await builds.use(next, { name });
  expect(await there()).toEqual([next]); // never enough room: the unused one went
  const third = await store(archiveOf('third'));
  await builds.use(third, { name });
  expect(await there()).toEqual([next, third].toSorted());
  used.release();
  await utimes(path.join(folder, next), new Date(0), new Date(0));
  const fourth = await store(archiveOf('fourth'));
  await builds.use(fourth, { name });
  expect(await there()).toEqual([third, fourth].toSorted());
});

it('keeps unused builds while there is room', async () => {
  const { builds, store, there } = await open();
  const all = [await store(archiveOf('a')), await store(archiveOf('b')), await store(archiveOf('c'))];
  for (const sha256 of all) (await builds.use(sha256, { name })).release();
  expect(await there()).toEqual(all.toSorted());
});

it('removes a build whose file is gone: at once, or with its last release', async () => {
  const { builds, store, there } = await open();
  const [unused, running] = [await store(archiveOf('unused')), await store(archiveOf('running'))];
  (await builds.use(unused, { name })).release();
  const used = await builds.use(running, { name });
  await builds.remove(unused);
  await builds.remove(running);
  expect(await there()).toEqual([running]);
  used.release();
  await until(async () => (await there()).length === 0);
});

it('one who gives up does not stop the others; with the last one nothing is left', async () => {
  const { builds, store, there } = await open();
  const sha256 = await store(slow);
  const [one, other] = [new AbortController(), new AbortController()];
  const bytes: number[] = [];
  const giving = builds.use(sha256, {
    name,
    signal: one.signal,
    onProgress: (progress) => {
      bytes.push(progress.bytes);
      one.abort(new Error('changed my mind'));
    },
  });
  const staying = builds.use(sha256, { name, signal: other.signal });
  await expect(giving).rejects.toThrow('changed my mind');
  const used = await staying;
  expect(bytes.every((count) => count > 0 && count <= 60_000_100)).toBe(true);
  used.release();
  await builds.evictUnused();
  const last = builds.use(sha256, { name, signal: other.signal, onProgress: () => other.abort(new Error('so did I')) });
  await expect(last).rejects.toThrow('so did I');
  await until(async () => (await there()).length === 0);
});

it('a start after a crash removes what was half done, and keeps what is whole', async () => {
  const { builds, store, there, folder } = await open();
  const sha256 = await store(archiveOf('whole'));
  (await builds.use(sha256, { name })).release();
  for (const half of [`tmp-${randomUUID()}`, `gone-${randomUUID()}`]) {
    await mkdir(path.join(folder, half, 'locked'), { recursive: true });
    await writeFile(path.join(folder, half, 'locked/file'), 'half');
    await chmod(path.join(folder, half, 'locked'), 0o555);
  }
  await builds.recover();
  expect(await there()).toEqual([sha256]);
});

it('after a new start of the machine nothing is believed, as the disk may not have got it', async () => {
  const { builds, store, there, folder } = await open();
  (await builds.use(await store(archiveOf('before')), { name })).release();
  await writeFile(path.join(folder, 'boot'), 'another-boot');
  await builds.recover();
  expect(await there()).toEqual([]);
});

it('close gives up what is under way and leaves nothing half done', async () => {
  const { builds, store, there } = await open();
  let closing: Promise<void> | undefined;
  const onProgress = () => void (closing ??= builds.close());
  await expect(builds.use(await store(slow), { name, onProgress })).rejects.toThrow('Slipway ends');
  await closing;
  expect(await there()).toEqual([]);
});

it('a build that cannot be unpacked says so each time, and leaves nothing', async () => {
  const { builds, store, there } = await open();
  const sha256 = await store(makeTar([{ name: '../evil', bytes: Buffer.from('evil') }]));
  for (let n = 0; n < 2; n += 1) {
    await expect(builds.use(sha256, { name })).rejects.toMatchObject({
      code: 'BUILD_INVALID',
      message:
        'This build cannot be unpacked: the entry "../evil" leads out of its folder. Pack the build again without it.',
      metadata: { entry: '../evil' },
    });
  }
  expect(await there()).toEqual([]);
});

it('a folder of the user is used in place, and never touched', async () => {
  const { builds } = await open();
  const own = await makeTempFolder('own');
  await writeFile(path.join(own, 'server.js'), '');
  const used = await builds.useFolder(own);
  expect(used.folder).toBe(own);
  used.release();
  await builds.evictUnused();
  expect(await readdir(own)).toEqual(['server.js']);
  await rm(path.join(own, 'server.js'));
  for (const missing of [path.join(own, 'nowhere'), path.join(own, 'nowhere/at/all')]) {
    await expect(builds.useFolder(missing)).rejects.toMatchObject({
      code: 'BUILD_INVALID',
      message: `There is no folder at ${missing}. Choose the folder of the build again.`,
    });
  }
});

it('uses and evictions at the same time never take a build from under its user', async () => {
  const { builds, store } = await open();
  const all = [await store(archiveOf('x')), await store(archiveOf('y'))];
  const user = async (lane: number) => {
    for (let n = 0; n < 25; n += 1) {
      const used = await builds.use(all[(lane + n) % 2] ?? '', { name });
      expect(await readFile(path.join(used.folder, 'server.sh'), 'utf8')).toContain('echo');
      used.release();
    }
  };
  const users = { running: true };
  const evictor = async () => {
    while (users.running) await builds.evictUnused();
  };
  const evicting = evictor();
  await Promise.all([0, 1, 2].map(user)).finally(() => {
    users.running = false;
  });
  await evicting;
});

it('bytes that are not the ones that were uploaded never run, and are told from an archive that cannot be read', async () => {
  const { builds, store, folder, there } = await open();
  for (const bytes of [archiveOf('hello'), gzipSync(archiveOf('hello')), Buffer.from('#!/bin/sh\necho alone\n')]) {
    const sha256 = await store(bytes);
    const stored = path.join(path.dirname(folder), sha256);
    const flipped = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 1;
    await writeFile(stored, flipped);
    const damaged = expect.stringMatching(/^The stored bytes of this build are damaged.*Upload the build again/);
    for (let n = 0; n < 2; n += 1) {
      await expect(builds.use(sha256, { name })).rejects.toMatchObject({ code: 'BUILD_INVALID', message: damaged });
    }
    expect(await there()).toEqual([]);
    // The same bytes come again, and all is well.
    await store(bytes);
    (await builds.use(sha256, { name })).release();
    await builds.evictUnused();
    await rm(stored);
    await expect(builds.use(sha256, { name })).rejects.toThrow('The stored bytes of this build are gone');
  }
});

const changes: Record<string, (folder: string) => Promise<void>> = {
  'server.sh': (folder) => changeByte(path.join(folder, 'server.sh')),
  'data/big': (folder) => chmod(path.join(folder, 'data/big'), 0o755),
  'data/added': (folder) => writeFile(path.join(folder, 'data/added'), 'added'),
  'data/link': async (folder) => {
    await rm(path.join(folder, 'data/link'));
    await symlink('../server.sh', path.join(folder, 'data/link'));
  },
  data: async (folder) => {
    await rm(path.join(folder, 'data'), { recursive: true });
    await writeFile(path.join(folder, 'data'), 'a file now');
  },
};

it.each(Object.keys(changes))(
  '%s changed in an unpacked build: it is unpacked again, and who runs it keeps what it has',
  async (changed) => {
    const seen: string[] = [];
    const { builds, store, folder, there } = await open({ onChanged: (one) => seen.push(one.path) });
    const sha256 = await store(
      makeTar([
        { name: 'server.sh', bytes: Buffer.from(isProgram('hello')) },
        { name: 'data/big', bytes: Buffer.alloc(100_000, 'x') },
        { name: 'data/link', kind: '2', linkName: 'big' },
      ]),
    );
    const before = await builds.use(sha256, { name });
    await changes[changed]?.(before.folder);
    const users = await Promise.all([1, 2, 3].map(() => builds.use(sha256, { name })));
    expect(seen).toEqual([changed]);
    for (const one of users) {
      expect(await readFile(path.join(one.folder, 'server.sh'), 'utf8')).toBe(isProgram('hello'));
      expect(await readdir(path.join(one.folder, 'data'))).toEqual(['big', 'link']);
      expect(await readlink(path.join(one.folder, 'data/link'))).toBe('big');
    }
    // The changed copy is out of sight, and goes with its last user.
    expect((await there()).length).toBe(2);
    before.release();
    await until(async () => (await there()).length === 1);
    for (const one of users) one.release();
    expect(await builds.evictUnused()).toBe(1);
    expect(await readdir(folder)).toEqual(['boot', 'package.json']);
  },
);

/** As a program does that restores the time afterwards. */
async function changeByte(file: string): Promise<void> {
  const { atime, mtime } = await stat(file);
  const handle = await openFile(file, 'r+');
  await handle.write('X', 3);
  await handle.close();
  await utimes(file, atime, mtime);
}

it('a build that an earlier Slipway unpacked is unpacked again', async () => {
  const { builds, store, folder } = await open();
  const sha256 = await store(archiveOf('hello'));
  await mkdir(path.join(folder, sha256));
  await writeFile(path.join(folder, sha256, 'server.sh'), 'changed by anybody');
  await writeFile(path.join(folder, `${'0'.repeat(64)}.files`), 'left over');
  await builds.recover();
  const used = await builds.use(sha256, { name });
  expect(await readFile(path.join(used.folder, 'server.sh'), 'utf8')).toBe(isProgram('hello'));
  expect((await readdir(folder)).filter((each) => each.endsWith('.files'))).toEqual([`${sha256}.files`]);
});
