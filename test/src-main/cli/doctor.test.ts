// `slipway doctor` on real folders and archives: what it says to people and to programs, and its exit code.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { size } from '../../../src-shared/size-text.ts';
import { type BuildTable, writeBuild } from '../../support/build-listing.ts';
import { runCommand } from '../../support/command.ts';
import { pe } from '../../support/program-files.ts';
import { tarOf } from '../../support/tar.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const good: BuildTable = {
  'slipway.json':
    '{"program": "server.js", "arguments": ["--port", "{port:game}"], "ports": {"game": {"protocol": "udp"}}}',
  'server.js': 'console.log(1);',
};

it('tells what a good folder is and how it starts, and ends with 0', async () => {
  const home = await makeTempFolder();
  const folder = await writeBuild(good);
  const result = await runCommand(['doctor', folder], { home });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toContain('Program   server.js --port {port:game}\n');
  expect(result.stdout).toContain('Ports     game udp\n');
  expect(result.stdout).toContain('Nothing stands in its way.\n');
  const json = await runCommand(['doctor', folder, '--json'], { home });
  expect(JSON.parse(json.stdout)).toMatchObject({ report: { programs: [{ path: 'server.js' }], findings: [] } });
});

it('tells of a script that reads arguments and gets none, and what was meant by a field of other tools', async () => {
  const home = await makeTempFolder();
  const folder = await writeBuild({
    'host.sh': { bytes: '#!/bin/sh\nexec node core.js --listen "$1"\n', mode: 0o755 },
    'core.js': '',
    'slipway.json': '{"program": "host.sh", "cmd": "host.sh"}',
  });
  const { code, stdout } = await runCommand(['doctor', folder], { home });
  expect(code).toBe(0);
  expect(stdout).toContain('WARNING   host.sh: host.sh reads its argument $1, and it is started without any.\n');
  expect(stdout).toMatch(/no field "cmd" here, so it is ignored\. Did you mean "program"\?/);
});

it('tells of a port whose server would listen on the number that players connect to', async () => {
  const home = await makeTempFolder();
  const ports = '{"game": {"protocol": "udp", "number": 7777, "internal_port": 7777}}';
  const folder = await writeBuild({ ...good, 'slipway.json': `{"program": "server.js", "ports": ${ports}}` });
  const { code, stdout } = await runCommand(['doctor', folder], { home });
  expect(code).toBe(1);
  expect(stdout).toMatch(/ports\.game\.number: Slipway takes players at 7777 itself/);
});

it('examines an archive like the folder that it was made of', async () => {
  const home = await makeTempFolder();
  const folder = await writeBuild(good);
  const names = Object.keys(good);
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
  );
  const archive = path.join(await makeTempFolder(), 'server.tar');
  await writeFile(archive, tarOf(Object.fromEntries(files)));
  const { code, stdout } = await runCommand(['doctor', archive, '--json'], { home });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    report: { programs: [{ path: 'server.js' }], manifest: { state: 'valid' } },
  });
});

it('tells how large an archive is and what comes out of it, and of a damaged one only how large it is', async () => {
  const home = await makeTempFolder();
  const archive = path.join(await makeTempFolder(), 'server.tar.gz');
  const bytes = gzipSync(tarOf({ 'server.js': 'console.log(1);', 'level.bin': { text: Buffer.alloc(3_000_000) } }));
  await writeFile(archive, bytes);
  const { stdout } = await runCommand(['doctor', archive], { home });
  expect(stdout).toContain(`Size      ${size(bytes.length)}, sent as it is; 2 files, 3.0 MB unpacked\n`);
  await writeFile(archive, bytes.subarray(0, bytes.length - 100));
  const cut = await runCommand(['doctor', archive], { home });
  expect(cut).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Size {6}[\d.]+ \w+, sent as it is$/m) });
});

it('ends with 1 when the build cannot work, and tells why and what to do', async () => {
  const home = await makeTempFolder();
  const folder = await writeBuild({ 'slipway.json': '{"program": "gone.js"}', 'server.exe': pe() });
  const result = await runCommand(['doctor', folder], { home });
  expect(result).toMatchObject({ code: 1, stderr: '' });
  expect(result.stdout).toMatch(/^STOP {6}.*gone\.js/m);
  expect(result.stdout).toMatch(/As it is, 1 thing stops this build\.\n$/);
  const secret = await runCommand(['doctor', await writeBuild({ ...good, '.env': 'PASSWORD=x' })], { home });
  expect(secret).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Secret {4}\.env: /m) });
});

it('says in a sentence when there is nothing to examine', async () => {
  const home = await makeTempFolder();
  const none = await runCommand(['doctor', path.join(home, 'none')], { home });
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is nothing at') });
  expect(await runCommand(['doctor'], { home })).toMatchObject({ code: 2, stdout: '' });
});

it('says whether this machine can isolate servers', async () => {
  const home = await makeTempFolder();
  const json = await runCommand(['doctor', '--host', '--json'], { home });
  const { isolation } = JSON.parse(json.stdout) as { isolation: { isIsolated: boolean; sentence: string } };
  expect(isolation.isIsolated).toBe(process.platform === 'linux');
  expect(json.code).toBe(isolation.isIsolated ? 0 : 1);
  const said = await runCommand(['doctor', '--host'], { home });
  expect(said.stdout).toContain(`isolation     ${isolation.sentence}\n`);
  expect(await runCommand(['doctor', '--host', 'build'], { home })).toMatchObject({ code: 2 });
});
