// How a server ended, in words: what happened, and a hint what to do about it, from its exit and the last it wrote. Pure.
import type { ServerExit, ServerState } from '../../../src-shared/service/servers.ts';
import { type Message, messageFor, type Sentence } from '../../../src-shared/text/message.ts';
import { durationMessage } from '../../../src-shared/text/values.ts';
import type { Exit } from '../runner/runner.ts';
import { signalNumber } from '../walls/exit-codes.ts';

export type Ending = { state: ServerState; exit: ServerExit; problem: Sentence | null; hint: Sentence | null };
export type EndingFacts = {
  exit: Exit;
  /** Who asked it to end; undefined when nobody did. */
  stoppedBy: 'you' | 'policy' | 'slipway' | 'itself' | 'limit' | 'disk' | 'disk-limit' | undefined;
  /** For how many seconds it has not said that it is well, where it is ended for that. */
  unhealthyFor?: number | undefined;
  /** How long it ran. */
  ranMs: number;
  memoryLimit: number;
  /** Megabytes that it may write at most, where that is limited. */
  diskLimit?: number | undefined;
  tail: readonly string[];
};

const SIGNALS: Readonly<Record<string, Message>> = {
  SIGABRT: messageFor('signal.abort'),
  SIGBUS: messageFor('signal.bus'),
  SIGFPE: messageFor('signal.arithmetic'),
  SIGILL: messageFor('signal.instruction'),
  SIGKILL: messageFor('signal.kill'),
  SIGSEGV: messageFor('signal.segmentation'),
  SIGTERM: messageFor('signal.terminate'),
  SIGINT: messageFor('signal.interrupt'),
  SIGPIPE: messageFor('signal.pipe'),
  SIGXFSZ: messageFor('signal.file-size'),
};

/** What programs write where somebody else has the port that they listen on. */
export const ADDRESS_IN_USE =
  /EADDRINUSE|address already in use|port \d+ (?:is|might) (?:already )?(?:be )?(?:already )?in use|Only one usage of each socket address/i;

/** What the loader of Linux writes of a program that it cannot start. */
const LIBRARY_MISSING = /error while loading shared libraries: (?<library>[^\s:]{1,255}):/;
/** What the loader exits with then. */
const NOT_LOADED = 127;

/** What programs write before they end, and what to do then. The first that fits is reported. */
const HINTS: readonly { pattern: RegExp; hint: Message }[] = [
  {
    pattern: ADDRESS_IN_USE,
    hint: messageFor('server.do-use-port', { place: '{port}' }),
  },
  {
    pattern: /Cannot find module|ERR_MODULE_NOT_FOUND/,
    hint: messageFor('server.do-add-module'),
  },
  {
    pattern: /version `GLIBC_[\d.]+' not found/,
    hint: messageFor('server.do-build-on-older-linux'),
  },
  {
    pattern: /Refusing to run with the root privileges/i,
    hint: messageFor('server.do-not-run-as-root'),
  },
  {
    pattern: /bad interpreter.*\^M/,
    hint: messageFor('server.do-save-with-unix-line-ends'),
  },
  {
    pattern: /Permission denied|EACCES/i,
    hint: messageFor('server.do-write-to-own-folder'),
  },
  { pattern: /No space left on device|ENOSPC/i, hint: messageFor('server.do-free-disk') },
  {
    pattern: /UnsupportedClassVersionError/,
    hint: messageFor('server.do-install-newer-java'),
  },
  {
    pattern: /eula/i,
    hint: messageFor('server.do-accept-licence'),
  },
];

export function describeEnding(facts: EndingFacts): Ending {
  const { exit, stoppedBy, ranMs, memoryLimit, tail } = facts;
  const endedAs = plainExit(exit);
  if (exit.tooManyProcesses === true) {
    return {
      state: 'crashed',
      exit: { ...endedAs, by: 'limit' },
      problem: messageFor('server.too-many-processes'),
      hint: messageFor('server.do-find-process-loop'),
    };
  }
  if (exit.outOfMemory) {
    return {
      state: 'crashed',
      exit: { ...endedAs, by: 'limit' },
      problem: messageFor('server.too-much-memory', { limit: memoryLimit }),
      hint: messageFor('server.do-give-memory'),
    };
  }
  if (stoppedBy === 'limit' || stoppedBy === 'disk' || stoppedBy === 'disk-limit') {
    return { state: 'crashed', exit: { ...endedAs, by: 'limit' }, ...endedAtLimit(stoppedBy, facts) };
  }
  // It asked for its end through the SDK, which is no crash whatever its code is.
  if (stoppedBy === 'itself') {
    return { state: 'exited', exit: { ...endedAs, by: 'itself' }, problem: null, hint: null };
  }
  if (stoppedBy !== undefined) {
    return { state: 'stopped', exit: { ...endedAs, by: stoppedBy }, problem: null, hint: null };
  }
  const exited: ServerExit = { ...endedAs, by: 'itself' };
  if (exit.code === 0) return { state: 'exited', exit: exited, problem: null, hint: null };
  return {
    state: 'crashed',
    exit: exited,
    problem: formatCrash(exit, durationMessage(ranMs), tail),
    hint: hintFrom(tail) ?? null,
  };
}

function formatCrash(exit: Exit, lasted: Message, tail: readonly string[]): Message {
  const ended = formatExitIn(exit, lasted);
  const library = exit.code === NOT_LOADED ? missingLibraryIn(tail) : undefined;
  return library === undefined ? ended : messageFor('server.library-missing', { library, ended });
}

function missingLibraryIn(tail: readonly string[]): string | undefined {
  return tail.map((line) => LIBRARY_MISSING.exec(line)?.groups?.['library']).find((library) => library !== undefined);
}

function endedAtLimit(
  limit: 'limit' | 'disk' | 'disk-limit',
  { unhealthyFor = 0, diskLimit = 0 }: EndingFacts,
): Pick<Ending, 'problem' | 'hint'> {
  if (limit === 'disk-limit') {
    return {
      problem: messageFor('server.wrote-too-much', { limit: diskLimit }),
      hint: messageFor('server.do-write-less-or-raise'),
    };
  }
  if (limit === 'disk') return { problem: messageFor('server.filled-disk'), hint: messageFor('server.do-write-less') };
  return {
    problem: messageFor('server.unhealthy', { seconds: unhealthyFor }),
    hint: messageFor('server.do-report-health'),
  };
}

function plainExit({ code, signal, outOfMemory }: Exit): Omit<ServerExit, 'by'> {
  return {
    ...(code === null ? {} : { code }),
    ...(signal === null ? {} : { signal }),
    out_of_memory: outOfMemory,
  };
}

/** Whole sentences, as each is said in other languages by a pattern of its own. */
function formatExitIn({ code, signal }: Exit, lasted: Message): Message {
  if (signal !== null) {
    return messageFor('server.ended-by-signal', {
      signal,
      meaning: SIGNALS[signal] ?? messageFor('signal.other'),
      ran: lasted,
    });
  }
  if (code === null) return messageFor('server.ended-without-code', { ran: lasted });
  const number = signalNumber(code);
  if (number === undefined) return messageFor('server.exited', { code, ran: lasted });
  return messageFor('server.exited-with-signal', { code, signal: number, ran: lasted });
}

export function hintFrom(tail: readonly string[]): Message | undefined {
  const library = missingLibraryIn(tail);
  if (library !== undefined) return messageFor('server.do-install-named-library', { library });
  return HINTS.find(({ pattern }) => tail.some((line) => pattern.test(line)))?.hint;
}
