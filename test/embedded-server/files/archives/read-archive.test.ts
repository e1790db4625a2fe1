// Reads archives that the real tools made: every entry comes with its name, kind, size, mode and bytes, in every format.
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveEntry } from '../../../../embedded-server/files/archives/archive-entry.ts';
import { type ReadOptions, readArchive } from '../../../../embedded-server/files/archives/read-archive.ts';
import { seeded } from '../../../support/full-folder.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { hasTools, makeRealArchive, realArchives } from './real-archives.ts';

type Read = ArchiveEntry & { bytes: Buffer };

const random = seeded(1);
const noise = Buffer.from(Array.from({ length: 3_000_000 }, () => Math.floor(random() * 256)));
const mixed = Buffer.concat([
  noise,
  Buffer.alloc(2_000_000, 'a'),
  noise.subarray(0, 500_000),
  Buffer.alloc(70_000, 'xyz'),
]);
const longName = `${'long/'.repeat(30)}${'n'.repeat(150)}.txt`;
const files: Record<string, Buffer> = {
  'build/server.sh': Buffer.from('#!/bin/sh\necho hello\n'),
  'build/empty': Buffer.alloc(0),
  'build/data/mixed.bin': mixed,
  'build/data/ü and spaces.txt': Buffer.from('names are text'),
  [`build/${longName}`]: Buffer.from('a long way down'),
};
let folder = '';

beforeAll(async () => {
  folder = await makeTempFolder('archives');
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await chmod(path.join(folder, 'build/server.sh'), 0o755);
  await mkdir(path.join(folder, 'build/nothing-inside'));
  await symlink('data/mixed.bin', path.join(folder, 'build/latest'));
});

async function readAll(file: string, options: Partial<ReadOptions> = {}): Promise<{ format: string; all: Read[] }> {
  const all: Read[] = [];
  const format = await readArchive(file, { name: path.basename(file), ...options }, async (entry, bytes) => {
    const pieces: Buffer[] = [];
    for (let piece = await bytes.read(); piece !== undefined; piece = await bytes.read())
      pieces.push(Buffer.from(piece));
    all.push({ ...entry, bytes: Buffer.concat(pieces) });
  });
  return { format, all };
}

describe.each(realArchives.map((archive) => ({ ...archive })))('$file', (archive) => {
  it.skipIf(!hasTools(archive))('is read whole, and its entries can be passed', async () => {
    const file = await makeRealArchive(folder, archive);
    const { format, all } = await readAll(file);
    expect(format).toBe(archive.file.endsWith('.zip') ? 'zip' : 'tar');
    const found = all.filter(({ type }) => type === 'file');
    expect(found.map(({ path: name }) => name).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const { path: name, bytes, size } of found) {
      expect(size).toBe(bytes.length);
      expect(bytes.equals(files[name] ?? Buffer.from('another file'))).toBe(true);
    }
    expect(all.find(({ path: name }) => name === 'build/server.sh')?.mode).toBe(0o755);
    const link = { path: 'build/latest', linkTarget: 'data/mixed.bin' };
    expect(all.filter(({ type }) => type === 'link')).toMatchObject(archive.lacksLink === true ? [] : [link]);
    expect(all.filter(({ type }) => type === 'folder').map(({ path: name }) => name)).toContain('build/nothing-inside');
    const passed: string[] = [];
    await readArchive(file, { name: archive.file }, ({ path: name }) => {
      passed.push(name);
    });
    expect(passed).toEqual(all.map(({ path: name }) => name));
  });
});

describe('a lone file', () => {
  const script = Buffer.from('#!/bin/sh\necho alone\n');
  const write = async (name: string, bytes: Buffer) => {
    const file = path.join(await makeTempFolder('lone'), name);
    await writeFile(file, bytes);
    return file;
  };

  it('is one entry with the name of the build, wherever it is stored', async () => {
    const { format, all } = await readAll(await write('0a1b2c', script), { name: 'builds/linux/server.x86_64' });
    expect(format).toBe('file');
    expect(all).toMatchObject([{ path: 'server.x86_64', type: 'file', size: script.length, bytes: script }]);
  });

  it('may be compressed, and then loses the ending of that', async () => {
    const { format, all } = await readAll(await write('server.gz', gzipSync(script)));
    expect(format).toBe('file');
    expect(all).toMatchObject([{ path: 'server', type: 'file', size: undefined, bytes: script }]);
  });

  it('is a jar, although a jar is a zip inside', async () => {
    const { format } = await readAll(await write('server.jar', Buffer.from('PK\u0003\u0004 and so on')));
    expect(format).toBe('file');
  });

  it.each([
    ['build.7z', Buffer.from('377abcaf271c0004', 'hex'), '7z'],
    ['build.tar.xz', Buffer.from('fd377a585a000004', 'hex'), 'xz'],
    ['build.tar.bz2', Buffer.from('425a683931415926', 'hex'), 'bzip2'],
    ['build.rar', Buffer.from('526172211a0700cf', 'hex'), 'RAR'],
  ])('is refused by name when it is an archive that cannot be read: %s', async (name, bytes, expected) => {
    const reading = readAll(await write(name, bytes));
    await expect(reading).rejects.toMatchObject({
      code: 'BUILD_INVALID',
      message: `This build cannot be unpacked: it is a ${expected} archive, which cannot be read here. Pack the build as zip, tar, tar.gz, tar.zst or tar.lz4.`,
    });
  });

  it('is refused when it is empty', async () => {
    await expect(readAll(await write('nothing', Buffer.alloc(0)))).rejects.toMatchObject({ code: 'BUILD_INVALID' });
  });
});

describe('damage', () => {
  it.skipIf(!hasTools({ file: '', command: '', tools: ['tar', 'gzip', 'zstd', 'lz4', 'zip'] }))(
    'of a cut archive is reported in each format',
    async () => {
      for (const archive of realArchives) {
        const file = await makeRealArchive(folder, archive);

        const whole = await readFile(file);
        await writeFile(file, whole.subarray(0, Math.floor(whole.length / 2)));
        await expect(readAll(file), archive.file).rejects.toMatchObject({ code: 'BUILD_INVALID' });
        await writeFile(file, whole);
      }
    },
  );
});

it.skipIf(!hasTools({ file: '', command: '', tools: ['tar'] }))(
  'a reading that is given up ends with the reason',
  async () => {
    const controller = new AbortController();
    const [archive] = realArchives;
    if (archive === undefined) throw new Error('There are no archives');
    const file = await makeRealArchive(folder, archive);
    const seen: string[] = [];
    const reading = readArchive(file, { name: 'build.tar', signal: controller.signal }, (entry) => {
      seen.push(entry.path);
      controller.abort(new Error('no longer wanted'));
    });
    await expect(reading).rejects.toThrow('no longer wanted');
    expect(seen).toHaveLength(1);
  },
);
