// Programs that can't be started: each with its own sentence, and nothing left of the attempt.
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../../../../embedded-server/runtime/processes/check-program.ts';
import { startError } from '../../../../embedded-server/runtime/processes/start-errors.ts';
import type { ProcessPlan } from '../../../../embedded-server/runtime/runner/runner.ts';
import { openRunner } from './support/open-runner.ts';
import { countMarked, planOf } from './support/sample-programs.ts';

const runner = openRunner();

async function refusal(plan: Omit<ProcessPlan, 'onOutput'>) {
  const thrown = await runner.launch({ ...plan, onOutput: () => undefined }).then(
    async (launched) => {
      await launched.kill();
      return undefined;
    },
    (reason: unknown) => reason,
  );
  expect(await countMarked(plan.server_id)).toBe(0);
  expect(thrown).toMatchObject({ code: 'SERVERS_SERVER_FAILED_TO_CREATE' });
  return thrown as Error & { metadata: { reason: string; interpreter?: string } };
}

/** This very Node, as if it were made for another kind of processor. */
async function foreignProgram(machine: number): Promise<Buffer> {
  const bytes = (await readFile(process.execPath)).subarray(0, 1_000_000);
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(machine, 18);
  return copy;
}

/** The same head, with a loader that nobody has. */
async function foreignLoader(): Promise<Buffer> {
  const copy = Buffer.from((await readFile(process.execPath)).subarray(0, 1_000_000));
  const at = copy.indexOf('/ld-linux') + 1;
  copy.write('ld-nobody', at, 'latin1');
  return copy;
}

test('a program that is missing', async () => {
  const plan = await planOf('server', '#!/bin/sh\n');
  await rm(plan.program);
  const { message, metadata } = await refusal(plan);
  expect(metadata.reason).toBe('program-missing');
  expect(message).toContain(plan.program);
});

test('a link to a program that is missing', async () => {
  const plan = await planOf('server', '#!/bin/sh\n');
  const program = path.join(plan.folder, 'link');
  await symlink(path.join(plan.folder, 'gone'), program);
  expect((await refusal({ ...plan, program })).metadata.reason).toBe('program-missing');
});

test('a folder in place of a program', async () => {
  const plan = await planOf('server', '');
  const program = path.join(plan.folder, 'inner');
  await mkdir(program);
  expect((await refusal({ ...plan, program })).metadata.reason).toBe('not-a-program');
});

test('a program that lost its mark as executable', async () => {
  const { message, metadata } = await refusal(await planOf('server', '#!/bin/sh\n', 0o644));
  expect(metadata.reason).toBe('not-executable');
  expect(message).toContain('chmod +x');
});

test('a program for another processor', async () => {
  const machine = process.arch === 'arm64' ? 62 : 183;
  const { message, metadata } = await refusal(await planOf('server', await foreignProgram(machine)));
  expect(metadata.reason).toBe('wrong-architecture');
  expect(message).toContain(process.arch === 'arm64' ? 'x64' : 'arm64');
  expect(message).toContain(`Linux on ${process.arch}`);
});

test('a program for another system', async () => {
  const windows = Buffer.alloc(512);
  windows.write('MZ');
  windows.writeUInt32LE(128, 60);
  windows.write('PE\0\0', 128);
  windows.writeUInt16LE(0x8664, 132);
  const { message } = await refusal(await planOf('server.exe', windows));
  expect(message).toContain('a program for Windows on x64');
  const mac = Buffer.alloc(512);
  mac.writeUInt32BE(0xcffaedfe, 0);
  mac.writeUInt32LE(0x0100000c, 4);
  expect((await refusal(await planOf('server', mac))).message).toContain('a program for macOS on arm64');
});

test('a program whose loader is not on this machine', async () => {
  const { metadata } = await refusal(await planOf('server', await foreignLoader()));
  expect(metadata).toMatchObject({ reason: 'no-interpreter' });
  expect(metadata.interpreter).toContain('ld-nobody');
});

test('a script whose interpreter is not on this machine, named directly or found through env', async () => {
  const direct = await refusal(await planOf('server.sh', '#!/opt/nowhere/bash -e\necho\n'));
  expect(direct.metadata).toEqual({ reason: 'no-interpreter', interpreter: '/opt/nowhere/bash' });
  const found = await refusal(await planOf('server.py', '#!/usr/bin/env python9\nprint()\n'));
  expect(found.metadata).toEqual({ reason: 'no-interpreter', interpreter: 'python9' });
});

test('a script with the line ends of Windows', async () => {
  const { message, metadata } = await refusal(await planOf('server.sh', '#!/bin/sh\r\necho hello\r\n'));
  expect(metadata.reason).toBe('carriage-return');
  expect(message).toContain('CRLF');
});

test('a text without a first line is never given to a shell', async () => {
  expect((await refusal(await planOf('server', 'echo hello\n'))).metadata.reason).toBe('not-a-program');
  expect((await refusal(await planOf('server', ''))).metadata.reason).toBe('not-a-program');
});

test('a working folder that is missing, or is a file', async () => {
  const plan = await planOf('server', '#!/bin/sh\n');
  expect((await refusal({ ...plan, folder: `${plan.folder}/none` })).metadata.reason).toBe('no-folder');
  expect((await refusal({ ...plan, folder: plan.program })).metadata.reason).toBe('no-folder');
});

test('arguments that are longer than the system takes', async () => {
  const plan = await planOf('server', '#!/bin/sh\n');
  const words = Array.from({ length: 40 }, () => 'x'.repeat(130_000));
  expect((await refusal({ ...plan, arguments: words })).metadata.reason).toBe('too-long');
});

test('what only the system finds out when it starts it', async () => {
  const { message, metadata } = await refusal(await planOf('server', '#!/usr\n'));
  expect(metadata).toEqual({ reason: 'no-permission', code: 'EACCES' });
  expect(message).toContain('noexec');
});

test.each(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM', 'ENOEXEC', 'ENOENT', 'ETXTBSY'])(
  'what the system says with %s becomes a sentence',
  (code) => {
    const { message, metadata } = startError('/games/server$&', Object.assign(new Error(code), { code }));
    expect(message).toMatch(/[A-Z/].+\.$/);
    expect(message).not.toContain('{program}');
    expect(metadata).toMatchObject({ code });
  },
);

test.runIf(process.platform === 'linux')('a full disk is what is said of a start that found one', async () => {
  // What a start writes, as the wall around a server, finds the disk as full as this one always is.
  const thrown: unknown = await writeFile('/dev/full', 'x').catch((reason: unknown) => reason);
  expect(thrown).toMatchObject({ code: 'ENOSPC' });
  const { message, metadata } = startError('/usr/bin/node', thrown);
  expect(message).toBe(
    'The disk became full while the server was started. Free some space and start the server again.',
  );
  expect(metadata).toMatchObject({ reason: 'disk-full', code: 'ENOSPC' });
});

describe('looking before starting', () => {
  test('a script that runs is let pass, with its interpreter found through env', async () => {
    await checkProgram(await planOf('server', '#!/usr/bin/env sh\n'));
    await checkProgram(await planOf('server', '#!/usr/bin/env -S sh -e\n'));
  });

  test('a program of this machine is let pass', async () => {
    const plan = await planOf('server', '#!/bin/sh\n');
    await checkProgram({ ...plan, program: process.execPath });
  });

  test('on another machine the same program is refused', async () => {
    const plan = { ...(await planOf('server', '#!/bin/sh\n')), program: process.execPath };
    await expect(checkProgram(plan, { platform: 'darwin', arch: 'arm64' })).rejects.toThrow('this is macOS on arm64');
  });
});
