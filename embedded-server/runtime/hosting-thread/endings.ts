// How a server ended, in words: what happened, and a hint what to do about it, from its exit and the last it wrote. Pure.
import type { ServerExit, ServerState } from '../../../src-shared/service/servers.ts';
import type { Exit } from '../runner/runner.ts';

export type Ending = { state: ServerState; exit: ServerExit; problem: string | null; hint: string | null };
export type EndingFacts = {
  exit: Exit;
  /** Who asked it to end; undefined when nobody did. */
  stoppedBy: 'you' | 'policy' | 'slipway' | undefined;
  /** How long it ran. */
  ranMs: number;
  memoryLimit: number;
  tail: readonly string[];
};

const SIGNALS: Readonly<Record<string, string>> = {
  SIGABRT: 'it gave up by itself (abort), often after a failed check',
  SIGBUS: 'it read memory that is not there, or its disk went away',
  SIGFPE: 'it divided by zero or worse',
  SIGILL: 'it ran an instruction that this CPU does not have',
  SIGKILL: 'something outside Slipway killed it',
  SIGSEGV: 'it touched memory that is not its own (segmentation fault)',
  SIGTERM: 'something outside Slipway asked it to end',
  SIGINT: 'something outside Slipway interrupted it',
  SIGPIPE: 'it wrote to something that was closed',
  SIGXFSZ: 'it wrote a file larger than it may',
};

/** What programs write before they end, and what to do then. The first that fits is told. */
const HINTS: readonly { pattern: RegExp; hint: string }[] = [
  {
    pattern: /EADDRINUSE|address already in use|Only one usage of each socket address/i,
    hint: 'The port was taken. Use {port} in its arguments, or read PORT, so that Slipway can choose a free one.',
  },
  {
    pattern: /error while loading shared libraries: (?<library>\S+?):/,
    hint: 'A library it needs is not on this machine. Install it, or put it into the build.',
  },
  {
    pattern: /Cannot find module|ERR_MODULE_NOT_FOUND/,
    hint: 'A module is missing from the build. Put node_modules into it, or bundle the program.',
  },
  {
    pattern: /version `GLIBC_[\d.]+' not found/,
    hint: 'It was built for a newer Linux. Build it on an older one, or link it statically.',
  },
  {
    pattern: /Refusing to run with the root privileges/i,
    hint: 'Unreal servers refuse to run as root. Run Slipway as an ordinary user.',
  },
  {
    pattern: /bad interpreter.*\^M/,
    hint: 'Its start script has Windows line endings. Save it with Unix ones (LF) and pack again.',
  },
  {
    pattern: /Permission denied|EACCES/i,
    hint: 'It may not do something it tried. Its own folder is the place to write to.',
  },
  { pattern: /No space left on device|ENOSPC/i, hint: 'The disk is full. Make room, then start it again.' },
  {
    pattern: /UnsupportedClassVersionError/,
    hint: 'It needs a newer Java than this machine has. Install it, or build for an older one.',
  },
  {
    pattern: /eula/i,
    hint: 'It wants its licence accepted first: put an eula.txt that says so into the build.',
  },
];

export function describeEnding({ exit, stoppedBy, ranMs, memoryLimit, tail }: EndingFacts): Ending {
  const told = toldExit(exit);
  if (exit.tooManyProcesses === true) {
    return {
      state: 'crashed',
      exit: { ...told, by: 'limit' },
      problem: 'It started more processes than a server may have, and was ended.',
      hint: 'Look for what starts processes again and again.',
    };
  }
  if (exit.outOfMemory) {
    return {
      state: 'crashed',
      exit: { ...told, by: 'limit' },
      problem: `It took more than its ${memoryLimit} MB of memory and was ended.`,
      hint: 'Give it more memory in its settings, or look for what grows.',
    };
  }
  if (stoppedBy !== undefined) {
    return { state: 'stopped', exit: { ...told, by: stoppedBy }, problem: null, hint: null };
  }
  const exited: ServerExit = { ...told, by: 'itself' };
  if (exit.code === 0) return { state: 'exited', exit: exited, problem: null, hint: null };
  return {
    state: 'crashed',
    exit: exited,
    problem: formatExitIn(exit, duration(ranMs)),
    hint: hintFrom(tail) ?? null,
  };
}

function toldExit({ code, signal, outOfMemory }: Exit): Omit<ServerExit, 'by'> {
  return {
    ...(code === null ? {} : { code }),
    ...(signal === null ? {} : { signal }),
    out_of_memory: outOfMemory,
  };
}

/** Whole sentences, as each is said in other languages by a pattern of its own. */
function formatExitIn({ code, signal }: Exit, lasted: string): string {
  if (signal !== null) {
    return `Ended by ${signal}: ${SIGNALS[signal] ?? 'a signal that came from outside'}, after ${lasted}.`;
  }
  if (code === null) return `Ended without saying how after ${lasted}.`;
  if (code <= 128 || code >= 160) return `Exited with code ${code} after ${lasted}.`;
  // A shell or start script passes the signal of its program on in this way.
  return `Exited with code ${code} (signal ${code - 128} of a program it started) after ${lasted}.`;
}

export function hintFrom(tail: readonly string[]): string | undefined {
  return HINTS.find(({ pattern }) => tail.some((line) => pattern.test(line)))?.hint;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
