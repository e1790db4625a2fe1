// Looks at a program before it is started. The system would refuse most of this with one and the same word, or hand the
// file to a shell, which would then complain about its first line.
import { access, constants, open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessPlan } from '../runner/runner.ts';
import { type ProgramHead, readProgramHead } from './program-head.ts';
import { codeOf, refuse } from './start-errors.ts';

export type Machine = { platform: NodeJS.Platform; arch: string };

const HEAD_BYTES = 4096;
const SYSTEMS = { elf: 'Linux', 'mach-o': 'macOS', windows: 'Windows' } as const;
/** What a machine runs beside its own kind. */
const ALSO_RUNS: Readonly<Record<string, readonly string[]>> = { x64: ['ia32'], arm64: ['arm'] };

type Plan = Pick<ProcessPlan, 'program' | 'folder' | 'environment'>;

export async function checkProgram(plan: Plan, machine: Machine = process): Promise<void> {
  await checkFolder(plan.folder);
  await checkFile(plan.program, machine.platform);
  const head = readProgramHead(await readStart(plan.program));
  switch (head.kind) {
    case 'script':
      await checkScript(plan, head, machine);
      break;
    case 'elf':
    case 'mach-o':
    case 'windows':
      await checkBinary(plan.program, head, machine);
      break;
    case 'empty':
      throw refuse('not-a-program', `${plan.program} is empty. Build it again and upload it anew.`);
    case 'text':
      if (machine.platform === 'win32') break;
      throw refuse(
        'not-a-program',
        `${plan.program} is not a program this system can start: it is neither a binary nor a script with a first line like "#!/bin/sh".`,
      );
  }
}

async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((thrown: unknown) => {
    throw refuse('no-folder', `The working folder ${folder} can't be used: ${codeOf(thrown)}.`, thrown);
  });
  if (!found.isDirectory()) throw refuse('no-folder', `The working folder ${folder} is a file, not a folder.`);
}

async function checkFile(program: string, platform: NodeJS.Platform): Promise<void> {
  const found = await stat(program).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'EACCES') throw noPermission(program, thrown);
    throw refuse('program-missing', `The program ${program} does not exist. Check its name in slipway.json.`, thrown);
  });
  if (found.isDirectory()) throw refuse('not-a-program', `${program} is a folder, not a program.`);
  if (platform === 'win32') return;
  if ((found.mode & 0o111) === 0) {
    throw refuse(
      'not-executable',
      `The program ${program} is not marked as executable. Run "chmod +x" on it and build again, or pack with an archiver that keeps the mark.`,
    );
  }
  await access(program, constants.X_OK | constants.R_OK).catch((thrown: unknown) => {
    throw noPermission(program, thrown);
  });
}

async function checkScript(plan: Plan, head: ProgramHead & { kind: 'script' }, machine: Machine): Promise<void> {
  if (machine.platform === 'win32') throw wrongSystem(plan.program, 'a script for Linux or macOS', machine);
  if (head.hasCarriageReturn) {
    throw refuse(
      'carriage-return',
      `The script ${plan.program} has Windows line ends (CRLF), so the system looks for a program named "${path.basename(head.interpreter)}\\r". Save it with LF line ends.`,
    );
  }
  if (!(await isThere(head.interpreter))) throw noInterpreter(plan.program, head.interpreter);
  const [wanted] = head.argument.split(' ');
  if (path.basename(head.interpreter) !== 'env' || wanted === undefined || !/^[\w.+-]+$/.test(wanted)) return;
  if (wanted.startsWith('-') || (await isOnPath(wanted, plan.environment['PATH']))) return;
  throw noInterpreter(plan.program, wanted);
}

type Binary = ProgramHead & { kind: 'elf' | 'mach-o' | 'windows' };

async function checkBinary(program: string, head: Binary, machine: Machine): Promise<void> {
  const home = { elf: 'linux', 'mach-o': 'darwin', windows: 'win32' }[head.kind];
  const machines = head.kind === 'mach-o' ? head.machines : [head.machine];
  const kind = `a program for ${SYSTEMS[head.kind]} on ${machines.join(' and ')}`;
  if (home !== machine.platform) throw wrongSystem(program, kind, machine);
  // macOS and Windows translate programs of the other kind themselves.
  if (head.kind !== 'elf') return;
  if (head.machine !== machine.arch && ALSO_RUNS[machine.arch]?.includes(head.machine) !== true)
    throw wrongSystem(program, kind, machine);
  const loader = head.interpreter;
  if (loader !== undefined && !(await isThere(loader))) throw noInterpreter(program, loader);
}

function wrongSystem(program: string, kind: string, machine: Machine): Error {
  const here = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }[machine.platform as string] ?? machine.platform;
  return refuse(
    'wrong-architecture',
    `${program} is ${kind}, and this is ${here} on ${machine.arch}. Build it for this system and upload it again.`,
  );
}

function noInterpreter(program: string, interpreter: string): Error {
  return refuse(
    'no-interpreter',
    `The program ${program} needs ${interpreter}, which is not on this machine. Install it, or build without it.`,
    undefined,
    { interpreter },
  );
}

function noPermission(program: string, thrown: unknown): Error {
  return refuse(
    'no-permission',
    `This user may not run ${program}. Give the file and its folders the rights for it.`,
    thrown,
  );
}

async function readStart(program: string): Promise<Buffer> {
  const file = await open(program, 'r').catch((thrown: unknown) => {
    throw noPermission(program, thrown);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isOnPath(name: string, folders = ''): Promise<boolean> {
  // Without a PATH the system looks in places of its own.
  const places = folders === '' ? ['/usr/local/bin', '/usr/bin', '/bin'] : folders.split(':');
  for (const place of places) if (await isThere(path.join(place, name))) return true;
  return false;
}

async function isThere(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
