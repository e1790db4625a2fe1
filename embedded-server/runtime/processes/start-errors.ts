// Why a program could not be started, as a sentence with a reason that code can tell apart.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor, type Param } from '../../../src-shared/text/message.ts';

export type StartProblem =
  | 'program-missing'
  | 'not-executable'
  | 'not-a-program'
  | 'wrong-architecture'
  | 'no-interpreter'
  | 'carriage-return'
  | 'no-permission'
  | 'no-folder'
  | 'no-wall'
  | 'too-many-processes'
  | 'too-many-open-files'
  | 'no-memory'
  | 'disk-full'
  | 'too-long'
  | 'unknown';

export function refuse(reason: StartProblem, sentence: Message, cause?: unknown, more: object = {}): AppError {
  const metadata = { reason, ...more };
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', sentence, { metadata, cause });
}

/** What the system says when it starts no process, although the program is all right by itself. */
export function startError(program: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = codeOf(thrown);
  const [reason, sentence] = SENTENCES[code] ?? [
    'unknown',
    () => messageFor('start.system-refused', { program, code: shownCode(code) }),
  ];
  return refuse(reason, sentence(program), thrown, { code: code === '' ? messageFor('start.no-reason-given') : code });
}

const SENTENCES: Readonly<Record<string, [StartProblem, (program: string) => Message]>> = {
  ENOENT: ['program-missing', (program) => messageFor('start.program-went-away', { program })],
  EACCES: ['no-permission', (program) => messageFor('start.system-forbids-noexec', { program })],
  EPERM: ['no-permission', (program) => messageFor('start.system-forbids', { program })],
  ENOEXEC: ['wrong-architecture', (program) => messageFor('start.not-for-this-system', { program })],
  EAGAIN: ['too-many-processes', () => messageFor('start.too-many-processes')],
  EMFILE: ['too-many-open-files', () => messageFor('start.too-many-files')],
  ENFILE: ['too-many-open-files', () => messageFor('start.too-many-files-on-machine')],
  ENOMEM: ['no-memory', (program) => messageFor('start.too-little-memory', { program })],
  ENOSPC: ['disk-full', () => messageFor('start.disk-full')],
  EDQUOT: ['disk-full', () => messageFor('start.disk-full')],
  E2BIG: ['too-long', (program) => messageFor('start.arguments-too-long', { program })],
  ETXTBSY: ['unknown', (program) => messageFor('start.program-being-written', { program })],
};

export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** A code as a sentence shows it, or that there is none. */
export function shownCode(code: string): Param {
  return code === '' ? messageFor('start.no-reason-given') : code;
}
