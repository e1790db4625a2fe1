// Hosts that are in a container of an image, where nobody can install what a server lacks, and whose engine lets none write core dumps.
// Processes of this machine that are told so.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import type { Files } from '../../../support/hosting.ts';
import { fleetForAll } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 60_000 });

const openFleet = fleetForAll({ isContained: true });

const saidOf = ({ problem = '', hint = '' }: Server) => `${textOf(problem)} ${textOf(hint)}`;

function script(...lines: string[]): Files {
  return { 'start.sh': lines.join('\n'), 'slipway.json': JSON.stringify({ program: 'start.sh' }) };
}

async function endOf(files: Files) {
  const { deploy, create, untilState, lines, client, params } = await openFleet();
  const { id } = await create((await deploy(files)).build);
  const server = await untilState(id, 'crashed', 'failed');
  const preview = async () => await client.previewCrashBundle({ params: { ...params, server_id: id } });
  return { server, said: saidOf(server), log: (await lines(id)).join('\n'), preview };
}

test('a library that is missing goes into the build or the image, and is not to be installed', async () => {
  const loader = 'prog: error while loading shared libraries: libz.so.1: cannot open shared object file';
  const { said, log } = await endOf(script('#!/bin/sh', `echo "${loader}" >&2`, 'exit 127'));
  expect(said).toMatch(/^The library libz\.so\.1 is missing\. .*Put libz\.so\.1 into the build .*--fleet-image\.$/);
  expect(said).not.toContain('nstall');
  expect(log, 'the same in its log').toContain('--fleet-image');
});

test('so does what would run a script', async () => {
  const { server, said } = await endOf(script('#!/usr/bin/no-such-language', 'print(1)'));
  expect(server.state).toBe('failed');
  expect(said).toMatch(/needs \/usr\/bin\/no-such-language, which is not in the image on its node\. .*--fleet-image/);
});

const dumpsIntoFolder =
  process.platform === 'linux' && !/^[|/]/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim());

test.skipIf(!dumpsIntoFolder)('a crash whose core dump the engine forbids says what to set there', async () => {
  const { preview } = await endOf(script('#!/bin/sh', 'kill -SEGV $$'));
  const { files, notes } = await preview();
  expect(files.map(({ name }) => name)).not.toContain('core');
  expect(notes.map(textOf)).toEqual([
    expect.stringMatching(/core limit is 0\)\. .*LimitCORE=infinity .*--default-ulimit core=-1/),
  ]);
});

test.skipIf(!dumpsIntoFolder)('one that ended with a code has no core dump to miss', async () => {
  const { preview } = await endOf(script('#!/bin/sh', 'exit 3'));
  expect((await preview()).notes).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'a core dump that is too large to be sent is told with its size',
  async () => {
    // By its head, and with a hole for the rest.
    const head = `\\177ELF\\2\\1\\1${'\\0'.repeat(9)}\\4\\0`;
    const crash = [`printf '${head}' > core.4711`, 'truncate -s 600M core.4711', 'exit 7'];
    const { preview } = await endOf(script('#!/bin/sh', ...crash));
    const { files, notes } = await preview();
    expect(files.map(({ name }) => name)).not.toContain('core');
    expect(notes.map(textOf)).toEqual([expect.stringContaining('had 600 MiB. Nodes send no more than 512 MiB')]);
  },
);
