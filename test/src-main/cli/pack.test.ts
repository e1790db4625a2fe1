// `slipway pack` as scripts use it: what it understands, its sentences, its one line of JSON, its exit codes.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { parsePack } from '../../../src-main/cli/pack.ts';
import { slipwayProgram } from '../../support/bundled.ts';
import { runCommand } from '../../support/command.ts';
import { writeLargePack } from '../../support/large-pack.ts';
import { lastJson } from '../../support/last-json.ts';
import { canMount } from '../../support/small-disk.ts';
import { tarOf } from '../../support/tar.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { writeTree } from '../../support/write-tree.ts';

const slipwayPack = (home: string, ...args: string[]) => runCommand(['pack', ...args], { home });

it('understands every option', () => {
  const words = ['build', '--out', 'a.tar', '--compression', 'none', '--keep', '*.pdb', '--keep', '*.log'];
  expect(parsePack([...words, '--allow-secret', '.env', '--fix-line-ends', '--json'])).toEqual({
    json: true,
    dryRun: false,
    against: undefined,
    order: {
      source: 'build',
      place: { file: 'a.tar' },
      compression: 'none',
      options: { keep: ['*.pdb', '*.log'], allowSecrets: ['.env'], fixLineEnds: true },
    },
  });
});

it.each([
  [[]],
  [['a', 'b']],
  [['a', '--compression', 'rar']],
  [['a', '--dry-run', '--out', 'b']],
  [['a', '--against', 'b']],
  [['a', '--x']],
])('refuses %j', (args) => {
  const refused = { code: 'USAGE', message: expect.stringContaining('See slipway pack --help.') };
  expect(() => parsePack(args)).toThrow(expect.objectContaining(refused));
});

it('packs, says what a next pack would hold, and what changed', async () => {
  const root = await writeTree({
    'server.js': 'console.log(1);\n',
    'server.pdb': 'symbols',
    'run.sh': '#!/bin/sh\r\n',
  });
  const place = await makeTempFolder('out');
  const out = path.join(place, 'build.tar.zst');
  const made = await slipwayPack(place, root, '--out', out);
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Packed {3}2 files, 27 B\nInto /) });
  expect((await readdir(place)).toSorted()).toEqual(
    ['', '.manifest.json', '.stamps.json'].map((end) => `build.tar.zst${end}`),
  );
  await writeFile(path.join(root, 'server.js'), 'console.log(2);\n');
  const dry = await slipwayPack(place, root, '--dry-run', '--against', `${out}.manifest.json`);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  for (const words of [
    '7 B  server.pdb: Debug symbols',
    'Get their executable bit back\n  run.sh',
    'line ends of Windows (see --fix-line-ends)\n  run.sh',
    'Changed\n  server.js',
    '0 added, 1 changed, 0 removed, 1 the same.',
    'Would pack 2 files, 27 B.',
  ]) {
    expect(dry.stdout).toContain(words);
  }
  const wrong = await slipwayPack(place, root, '--dry-run', '--against', path.join(root, 'server.js'));
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Name the .manifest.json that') });
  const cache = path.join(place, 'packs');
  const large = await writeLargePack(cache);
  const cached = await slipwayPack(place, root, '--json');
  const { file, sha256 } = lastJson(cached.stdout) as { file: string; sha256: string };
  expect(file).toBe(path.join(cache, `${sha256}.tar.zst`));
  const kept = await readdir(cache);
  expect(kept).toContain(path.basename(file));
  expect(kept, 'it makes room for itself').not.toContain(path.basename(large));
});

it('refuses secrets in a sentence that says what to do', async () => {
  const root = await writeTree({ 'server.js': '', '.env': 'KEY=1' });
  const home = await makeTempFolder('home');
  const { code, stdout, stderr } = await slipwayPack(home, root);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/Nothing was packed\. \.env: .* List them in \.slipwayignore/);
  const dry = await slipwayPack(home, root, '--dry-run');
  expect(dry).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Would pack 1 file, 0 B once that is fixed\.\n$/),
  });
  expect(await slipwayPack(home, root, '--allow-secret', '.env')).toMatchObject({ code: 0, stderr: '' });
});

it.skipIf(process.platform === 'win32')('lets no name of a file reach the terminal as more than text', async () => {
  const named = 'a\u001b]0;title\u0007\u001b[31mred';
  const root = await writeTree({
    'server.js': '',
    [`${named}.txt`]: '1',
    [`${named}.pem`]: 'KEY',
    [`${named}.pdb`]: '1',
  });
  const home = await makeTempFolder('home');
  const shown = 'a?]0;title??[31mred';
  const dry = await slipwayPack(home, root, '--dry-run');
  for (const name of [`${shown}.txt\n`, `${shown}.pem: `, `${shown}.pdb: `]) expect(dry.stdout).toContain(name);
  const refused = await slipwayPack(home, root);
  expect(refused.stderr).toContain(`Nothing was packed. ${shown}.pem: `);
  // oxlint-disable-next-line no-control-regex -- just those characters are meant
  expect(dry.stdout + dry.stderr + refused.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

it('says of an archive that it is taken as it is, dry or not, and what stops it', async () => {
  const home = await makeTempFolder('home');
  const archive = path.join(home, 'build.tar');
  await writeFile(archive, tarOf({ 'server.js': 'console.log(1);' }));
  const dry = await slipwayPack(home, archive, '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is taken as it is') });
  expect(await slipwayPack(home, archive)).toEqual(dry);
  const json = lastJson((await slipwayPack(home, archive, '--dry-run', '--json')).stdout) as object;
  expect(json).toMatchObject({
    kind: 'archive',
    bytes: expect.any(Number),
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(await slipwayPack(home, archive, '--dry-run', '--against', archive)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--against compares a folder'),
  });
  await writeFile(archive, tarOf({ 'server.js': '', '.env': 'KEY=1' }));
  expect(await slipwayPack(home, archive, '--dry-run')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('.env'),
  });
});

it.skipIf(!canMount)('says beforehand that the disk has no room, and leaves nothing there', async () => {
  const root = await writeTree({ 'server.js': randomBytes(200_000).toString('hex') });
  const disk = await makeTempFolder('disk');
  const script = 'mount -t tmpfs -o size=64k slipway-test "$0" && "$@"; echo "code $?"; ls -A "$0"';
  const command = [process.execPath, slipwayProgram, 'pack', root, '--out', path.join(disk, 'build.tar.zst')];
  const child = spawn('unshare', ['-rm', 'sh', '-c', script, disk, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(stdout).toBe('code 1\n');
  expect(stderr).toBe(
    `The pack of this folder takes up to 402.2 kB in ${disk}, and 65.5 kB are free there. Nothing was begun. Free 336.7 kB on that disk, or leave more of the folder out with .slipwayignore, and try again.\n`,
  );
});

it('keeps nothing when it is stopped', async () => {
  const root = await makeTempFolder('large');
  await writeFile(path.join(root, 'server'), randomBytes(100_000_000));
  const out = await makeTempFolder('out');
  const command = [slipwayProgram, 'pack', root, '--compression', 'gzip', '--out', path.join(out, 'build.tar.gz')];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await until(async () => (await readdir(out)).length > 0, 'the pack to begin');
  child.kill('SIGINT');
  await closed;
  expect(await output).toEqual(['', 'Stopped. Nothing was kept of the pack.\n']);
  expect(child.exitCode).toBe(1);
  expect(await readdir(out)).toEqual([]);
});
