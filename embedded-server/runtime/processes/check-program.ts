// Looks at a program before it is started. The system would refuse most of this with one and the same word, or hand the
// file to a shell, which would then complain about its first line.
import { access, constants, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { ProcessPlan } from '../runner/runner.ts';
import { type ProgramHead, readProgramHead } from './program-head.ts';
import { codeOf, refuse, shownCode } from './start-errors.ts';

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
      throw refuse('not-a-program', messageFor('start.program-empty', { program: plan.program }));
    case 'text':
      if (machine.platform === 'win32') break;
      throw refuse('not-a-program', messageFor('start.program-unknown-kind', { program: plan.program }));
  }
}

async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((thrown: unknown) => {
    throw refuse('no-folder', messageFor('start.folder-unusable', { folder, code: shownCode(codeOf(thrown)) }), thrown);
  });
  if (!found.isDirectory()) throw refuse('no-folder', messageFor('start.folder-is-file', { folder }));
}

async function checkFile(program: string, platform: NodeJS.Platform): Promise<void> {
  const found = await stat(program).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'EACCES') throw noPermission(program, thrown);
    throw refuse('program-missing', messageFor('start.program-missing', { program }), thrown);
  });
  if (found.isDirectory()) throw refuse('not-a-program', messageFor('start.program-is-folder', { program }));
  if (platform === 'win32') return;
  if ((found.mode & 0o111) === 0) {
    throw refuse('not-executable', messageFor('start.program-not-executable', { program }));
  }
  await access(program, constants.X_OK | constants.R_OK).catch((thrown: unknown) => {
    throw noPermission(program, thrown);
  });
}

async function checkScript(plan: Plan, head: ProgramHead & { kind: 'script' }, machine: Machine): Promise<void> {
  if (machine.platform === 'win32') throw wrongSystem(plan.program, messageFor('start.script-for-unix'), machine);
  if (head.hasCarriageReturn) {
    throw refuse(
      'carriage-return',
      messageFor('start.script-windows-line-ends', {
        program: plan.program,
        interpreter: path.basename(head.interpreter),
      }),
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
  const kind = messageFor('start.program-for', { system: SYSTEMS[head.kind], machine: machines.join(' and ') });
  if (home !== machine.platform) throw wrongSystem(program, kind, machine);
  // macOS and Windows translate programs of the other kind themselves.
  if (head.kind !== 'elf') return;
  if (head.machine !== machine.arch && ALSO_RUNS[machine.arch]?.includes(head.machine) !== true)
    throw wrongSystem(program, kind, machine);
  const loader = head.interpreter;
  if (loader !== undefined && !(await isThere(loader))) throw noInterpreter(program, loader);
}

function wrongSystem(program: string, kind: Message, machine: Machine): Error {
  const here = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }[machine.platform as string] ?? machine.platform;
  return refuse(
    'wrong-architecture',
    messageFor('start.program-for-other-system', { program, kind, system: here, machine: machine.arch }),
  );
}

function noInterpreter(program: string, interpreter: string): Error {
  return refuse('no-interpreter', messageFor('start.interpreter-missing', { program, interpreter }), undefined, {
    interpreter,
  });
}

function noPermission(program: string, thrown: unknown): Error {
  return refuse('no-permission', messageFor('start.program-no-right', { program }), thrown);
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
