// Bytes are checked before they run: damaged ones are refused in words, changed copies are made again, and no server changes
// what others run.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';
import { tarOf } from '../../../support/tar.ts';
import { makeTar } from '../../files/archives/make-tar.ts';

// Real servers.
vi.setConfig({ testTimeout: 60_000 });

const opened = startOnce(() => startHosting());
let hosting: Awaited<ReturnType<typeof startHosting>>;
let count = 0;
beforeEach(async () => {
  hosting = await opened();
});

/** A build of its own for each test. */
function freshBuild(program: string, more: Record<string, string> = {}) {
  count += 1;
  return { ...nodeBuild(`// ${count}\n${program}`, { ports: {} }), ...more };
}

function storedFile(bytes: Uint8Array): { blob: string; unpacked: string } {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { dataFolder } = hosting.server;
  return {
    blob: path.join(dataFolder, 'blobs', sha256.slice(0, 2), sha256),
    unpacked: path.join(dataFolder, 'unpacked', sha256),
  };
}

async function flipByte(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await handle.write(byte, 0, 1, at);
  await handle.close();
}

async function runOnce(build: string): Promise<{ server: Server; log: string }> {
  const { id } = await hosting.create(build);
  const server = await hosting.untilState(id, 'exited', 'crashed', 'failed');
  const params = { ...hosting.params, server_id: id };
  const { lines } = await hosting.client.readServerLog({ params, query: { limit: 200 } });
  return { server, log: lines.map(({ text }) => text).join('\n') };
}

test('a stored build with a flipped byte never runs, and says what to do', async () => {
  const files = freshBuild('console.log("listening");');
  const { blob } = storedFile(tarOf(files));
  const { build } = await hosting.deploy(files);
  const bytes = await readFile(blob);
  await flipByte(blob, bytes.indexOf('listening') + 1);
  const { server, log } = await runOnce(build);
  expect(server.state).toBe('failed');
  expect(textOf(server.problem ?? '')).toMatch(
    /stored bytes of this build are damaged.*Upload the build again.*data check/,
  );
  expect(log).not.toContain('stening');
});

test('an unpacked build with a flipped byte is unpacked again before it runs', async () => {
  const files = freshBuild('console.log("listening");');
  const { unpacked } = storedFile(tarOf(files));
  const { build } = await hosting.deploy(files);
  expect((await runOnce(build)).log).toContain('listening');
  const program = path.join(unpacked, 'server.js');
  const { atime, mtime } = await stat(program);
  await flipByte(program, (await readFile(program)).indexOf('listening') + 1);
  await utimes(program, atime, mtime);
  const { server, log } = await runOnce(build);
  expect(log).not.toContain('lhstening');
  expect([server.state, log]).toEqual(['exited', expect.stringContaining('listening')]);
});

test('a server that replaces its own program changes nothing for the next one', async () => {
  const files = freshBuild(
    `const fs = require('node:fs');
     console.log('first: ' + fs.readFileSync(__filename, 'utf8').length);
     fs.writeFileSync(__filename, 'console.log("replaced")');
     fs.renameSync('data', 'moved');`,
    { data: 'data' },
  );
  const { unpacked } = storedFile(tarOf(files));
  const { build } = await hosting.deploy(files);
  const told = async () => (await runOnce(build)).log.split('\n').filter((line) => line.startsWith('first: '));
  const first = await told();
  expect(first).toHaveLength(1);
  expect(await told()).toEqual(first);
  expect((await readdir(unpacked)).toSorted()).toEqual(['data', 'server.js', 'slipway.json']);
});

test('no file of a build is setuid, setgid or sticky on the disk', async () => {
  const pieces = [0o4755, 0o2755, 0o1755, 0o7777].map((mode) => ({
    name: `bin/${mode.toString(8)}`,
    mode,
    bytes: Buffer.from('#!/bin/sh\nid -u\n'),
  }));
  count += 1;
  const manifest = { name: 'slipway.json', bytes: Buffer.from(`{"program": "bin/4755", "arguments": ["${count}"]}`) };
  const bytes = new Uint8Array(makeTar([manifest, ...pieces]));
  const { build } = await hosting.deployBytes(bytes, 'archive');
  await runOnce(build);
  const { unpacked } = storedFile(bytes);
  for (const { name } of pieces) expect((await stat(path.join(unpacked, name))).mode & 0o7777).toBe(0o755);
});

test('what is written into the unpacked build while a server runs it is seen by no later one', async () => {
  const files = freshBuild('console.log(require("node:fs").readdirSync(".").join());');
  const { unpacked } = storedFile(tarOf(files));
  const { build } = await hosting.deploy(files);
  await runOnce(build);
  await writeFile(path.join(unpacked, 'added.js'), 'evil');
  const { log } = await runOnce(build);
  expect(log).toContain('server.js');
  expect(log).not.toContain('added.js');
});
