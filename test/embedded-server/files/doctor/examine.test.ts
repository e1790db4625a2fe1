// Real folders and real archives examined in the doctor's thread: the same report, programs of this machine, what cannot be read.
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDoctor } from '../../../../embedded-server/files/doctor/doctor.ts';
import { listArchive } from '../../../../embedded-server/files/doctor/list-archive.ts';
import { listFolder } from '../../../../embedded-server/files/doctor/list-folder.ts';
import { examineFolder } from '../../../../embedded-server/index.ts';
import { doctorReport } from '../../../../src-shared/builds/doctor/report.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { type BuildTable, writeBuild } from '../../../support/build-listing.ts';
import { elf, elfLibrary, godotPack, pe } from '../../../support/program-files.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const doctor = createDoctor();
afterAll(() => doctor.close());

const mixed: BuildTable = {
  'Tide/server': elf({ needed: ['libc.so.6', 'libtide.so', 'libgone.so.9'], runPath: '$ORIGIN/lib' }),
  'Tide/lib/libtide.so': elfLibrary({ needed: ['libgone.so.9'] }),
  'Tide/lib/libtide.so.1': { link: 'libtide.so' },
  'Tide/run.sh': { bytes: '#!/bin/bash\r\nexec ./server\r\n', mode: 0o644 },
  'Tide/.env': 'PASSWORD=x',
  'Tide/certs/public.pem': '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  // As large as what many systems trust is.
  'Tide/certs/trusted.pem': `-----BEGIN CERTIFICATE-----\n${'MIIB\n'.repeat(80_000)}`,
  'Tide/certs/private.pem': '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n',
  'Tide/Tide.pdb': 'symbols',
  'Tide/.git/config': '[core]',
  'Tide/.git/objects/1': 'object',
  'Tide/Data/level': 'a',
  'Tide/data/level': 'b',
  'Tide/slipway.json': '{"program": "server", "ports": {"game": {"protocol": "udp"}}}',
};

describe('a folder and the archive of it', () => {
  const kinds: [string, string[]][] = [
    ['server.tar', ['tar', '-cf']],
    ['server.tar.gz', ['tar', '-czf']],
  ];
  it.each(kinds)(
    'get the same report, but that all of the archive goes out, from %s',
    async (name, [program = '', flags = '']) => {
      const folder = await writeBuild(mixed);
      const archive = path.join(await makeTempFolder('archive'), name);
      execFileSync(program, [flags, archive, '-C', folder, 'Tide']);
      const ofFolder = await doctor.examineFolder(folder);
      expect(await doctor.examineArchive(archive, { name })).toEqual({
        ...ofFolder,
        leave_out: [],
        size: { ...ofFolder.size, packed_bytes: ofFolder.size.bytes, packed_files: ofFolder.size.files },
      });
      expect(doctorReport.parse(ofFolder)).toEqual(ofFolder);
      expect(ofFolder.secrets.map((each) => each.path)).toEqual(['Tide/.env', 'Tide/certs/private.pem']);
      expect(ofFolder.leave_out.map((each) => [each.path, each.is_folder, each.files, each.bytes])).toEqual([
        ['Tide/.git', true, 2, 12],
        ['Tide/Tide.pdb', false, 1, 7],
      ]);
      expect(ofFolder.findings.map(({ code }) => code)).toEqual([
        'case_collision',
        'missing_library',
        'missing_library',
        'crlf_script',
        'lost_exec_bit',
      ]);
    },
  );

  it('differ where the ignore file names a secret: that is left out of the folder alone', async () => {
    const folder = await writeBuild({ 'server.js': '', '.env': 'KEY=1', '.slipwayignore': '.env\n' });
    const archive = path.join(await makeTempFolder('archive'), 'a.tar');
    execFileSync('tar', ['-cf', archive, '-C', folder, '.']);
    expect((await doctor.examineFolder(folder)).secrets).toEqual([]);
    const { secrets } = await doctor.examineArchive(archive, { name: 'a.tar' });
    expect(secrets.map((each) => each.path)).toEqual(['.env']);
  });

  it.skipIf(process.platform !== 'linux')(
    'tell the same of a program that names its libraries far behind its head',
    async () => {
      const folder = await makeTempFolder('large');
      // A shell is larger than what is kept of a program that streams by.
      await copyFile('/bin/bash', path.join(folder, 'server'));
      const archive = path.join(await makeTempFolder('archive'), 'a.tar');
      execFileSync('tar', ['-cf', archive, '-C', folder, 'server']);
      const { signal } = new AbortController();
      const ofArchive = (await listArchive(archive, { name: 'a.tar', signal })).entries[0]?.facts;
      expect(ofArchive).toEqual((await listFolder(folder, signal)).entries[0]?.facts);
      expect(ofArchive).toMatchObject({
        needed: expect.arrayContaining([expect.stringMatching(/^libc[.]/)]) as string[],
      });
    },
  );
});

it.skipIf(process.platform !== 'linux')('finds nothing missing for a program of this machine', async () => {
  const folder = await makeTempFolder('own');
  await copyFile('/bin/ls', path.join(folder, 'server'));
  await chmod(path.join(folder, 'server'), 0o755);
  const { programs, findings } = await doctor.examineFolder(folder);
  expect(programs).toMatchObject([{ path: 'server', format: 'elf', os: 'linux' }]);
  expect(findings.map(({ code }) => code)).toEqual(['ports_unknown']);
});

it('examines a single program that was uploaded without an archive', async () => {
  const folder = await writeBuild({ 'game.x86_64': elf({ end: 'GDPC' }) });
  const { engine, programs } = await doctor.examineArchive(path.join(folder, 'game.x86_64'), { name: 'game.x86_64' });
  expect([engine.name, programs[0]?.path]).toEqual(['godot', 'game.x86_64']);
});

it('reads the main class of a jar inside the jar, as jar and zip tools write it', async () => {
  const folder = await writeBuild({
    'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\nMain-Class: Main\n',
    'a.txt': 'x',
  });
  const out = await makeTempFolder('jar');
  const script =
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED)\nfor n in sys.argv[3:]: z.write(sys.argv[2]+"/"+n,n)\nz.close()';
  execFileSync('python3', ['-c', script, path.join(out, 'server.jar'), folder, 'META-INF/MANIFEST.MF', 'a.txt']);
  const { engine, programs } = await doctor.examineFolder(out);
  expect([engine.name, programs[0]?.path, programs[0]?.run_by]).toEqual(['java', 'server.jar', 'java']);
});

it('says why an archive cannot be unpacked, and what it still saw of it', async () => {
  const folder = await writeBuild({ server: elf(), zz: 'x'.repeat(20_000) });
  const archive = path.join(await makeTempFolder('archive'), 'a.tar');
  execFileSync('tar', ['-cf', archive, '-C', folder, 'server', 'zz']);
  await writeFile(archive, (await readFile(archive)).subarray(0, 8_000));
  const { findings, programs } = await doctor.examineArchive(archive, { name: 'a.tar' });
  expect(findings[0]).toMatchObject({ code: 'not_unpackable', severity: 'block' });
  expect(textOf(findings[0]?.sentence ?? '')).toMatch(/ends too early/);
  expect(programs[0]?.path).toBe('server');
});

it('says of a file that is only called an archive that it is none', async () => {
  const file = path.join(await makeTempFolder('archive'), 'fake.zip');
  await writeFile(file, '<!doctype html><title>Not found</title>');
  const { findings } = await doctor.examineArchive(file, { name: 'fake.zip' });
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['not_unpackable', 'block']]);
  expect(textOf(findings[0]?.sentence ?? '')).toBe(
    'This build cannot be unpacked: its name says that it is an archive, but it is not one. Pack the build as zip, tar, tar.gz, tar.zst or tar.lz4.',
  );
});

it.skipIf(process.platform === 'win32')('lists pipes, and is not held up by them', async () => {
  const folder = await writeBuild({ server: elf() });
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  const { findings } = await doctor.examineFolder(folder);
  expect(findings).toContainEqual(expect.objectContaining({ code: 'special_file', path: 'pipe' }));
});

it('reads a build that has hostile names and contents', async () => {
  const folder = await writeBuild({
    'a\nb.sh': '#!/bin/sh\r\n',
    ['__proto__']: elf(),
    'constructor/x.pck': godotPack,
    'a.exe': pe().subarray(0, 70),
    'b.so': elfLibrary().subarray(0, 60),
    'c.jar': 'PK\x03\x04',
    '.slipwayignore': `${'*a'.repeat(10_000)}\n[\n!\n/\n`,
  });
  const report = await doctor.examineFolder(folder);
  expect(doctorReport.parse(report)).toEqual(report);
  expect(report.programs.map((each) => each.path)).toContain('__proto__');
});

it('refuses in words what is no folder', async () => {
  const folder = await makeTempFolder('none');
  await writeFile(path.join(folder, 'file'), '');
  await expect(examineFolder(path.join(folder, 'gone'))).rejects.toMatchObject({
    code: 'FOLDER_UNREADABLE',
    message: expect.stringContaining('There is nothing at') as string,
  });
  await expect(examineFolder(path.join(folder, 'file'))).rejects.toMatchObject({ code: 'FOLDER_UNREADABLE' });
});

it('gives up when it is told to', async () => {
  const folder = await makeTempFolder('many');
  await Promise.all(
    Array.from({ length: 40 }, async (_, number) => {
      await mkdir(path.join(folder, String(number)));
      await Promise.all(
        Array.from({ length: 50 }, (__, file) => writeFile(path.join(folder, String(number), `${file}`), 'x')),
      );
    }),
  );
  const controller = new AbortController();
  const examined = examineFolder(folder, { signal: controller.signal });
  controller.abort(new Error('no longer wanted'));
  await expect(examined).rejects.toThrow('no longer wanted');
  expect((await examineFolder(folder)).size.files).toBe(2_000);
});
