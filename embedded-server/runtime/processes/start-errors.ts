// Why a program could not be started, as a sentence with a reason that code can tell apart.
import { AppError } from '../../../src-shared/errors/app-error.ts';

export type StartProblem =
  | 'program-missing'
  | 'not-executable'
  | 'not-a-program'
  | 'wrong-architecture'
  | 'no-interpreter'
  | 'carriage-return'
  | 'no-permission'
  | 'no-folder'
  | 'too-many-processes'
  | 'too-many-open-files'
  | 'no-memory'
  | 'too-long'
  | 'unknown';

export function refuse(reason: StartProblem, sentence: string, cause?: unknown, more: object = {}): AppError {
  const metadata = { reason, ...more };
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', sentence, { metadata, cause });
}

/** What the system says when it starts no process, although the program is all right by itself. */
export function startError(program: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = codeOf(thrown);
  const [reason, sentence] = SENTENCES[code] ?? ['unknown', () => `The system did not start ${program} (${code}).`];
  return refuse(reason, sentence(program), thrown, { code });
}

const SENTENCES: Readonly<Record<string, [StartProblem, (program: string) => string]>> = {
  ENOENT: ['program-missing', (program) => `The program ${program} went away while it was started. Try again.`],
  EACCES: [
    'no-permission',
    (program) => `The system does not let this user run ${program}. Its disk may be mounted with "noexec".`,
  ],
  EPERM: ['no-permission', (program) => `The system does not let this user run ${program}.`],
  ENOEXEC: [
    'wrong-architecture',
    (program) => `${program} is not a program for this system. Build it for this system.`,
  ],
  EAGAIN: [
    'too-many-processes',
    () => 'The system starts no more processes for this user. Stop some servers and try again.',
  ],
  EMFILE: [
    'too-many-open-files',
    () => 'Slipway has as many files open as the system allows. Stop some servers and try again.',
  ],
  ENFILE: [
    'too-many-open-files',
    () => 'The machine has as many files open as it allows. Stop some programs and try again.',
  ],
  ENOMEM: [
    'no-memory',
    (program) => `The machine has too little free memory to start ${program}. Stop some servers and try again.`,
  ],
  E2BIG: ['too-long', (program) => `The arguments and the environment of ${program} are longer than the system takes.`],
  ETXTBSY: ['unknown', (program) => `${program} is being written right now. Wait until that is done and try again.`],
};

export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'no reason given';
}
