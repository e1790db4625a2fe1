// Why there is no core dump of a server that the system ended: a program of the system gets them, or none may be written.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { codeOfSignal } from '../walls/exit-codes.ts';
import { readCorePattern } from './core-dump.ts';

export type CoreLess = {
  /** How the server ended. */
  exit: { code?: number | null | undefined; signal?: string | null | undefined };
  /** In a container of an engine: what stands in the way is set there. */
  isContained: boolean;
  /** How the system names core dumps, and how large the limit says that they may be, when it is not to be asked. */
  corePattern?: string | undefined;
  coreLimit?: number | undefined;
};

/** Signals at which the system writes one. */
const DUMPING = ['SIGQUIT', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'SIGSYS'] as const;
const SIGNAL_CODES = new Set(DUMPING.map(codeOfSignal));

/** Undefined where nothing of that kind stands in the way. */
export async function whyNoCore(facts: CoreLess): Promise<Message | undefined> {
  const pattern = facts.corePattern ?? (await readCorePattern());
  if (pattern?.startsWith('|') === true) return takenBy(pattern, facts);
  if (!isDumped(facts.exit) || (facts.coreLimit ?? (await readCoreLimit())) !== 0) return undefined;
  return messageFor(facts.isContained ? 'bundle.core-limit-of-engine' : 'bundle.core-limit');
}

function takenBy(pattern: string, { isContained }: CoreLess): Message {
  const program = path.basename(pattern.slice(1).trim().split(' ')[0] ?? '');
  return messageFor(isContained ? 'bundle.core-elsewhere-on-node' : 'bundle.core-elsewhere', { program });
}

function isDumped({ code, signal }: CoreLess['exit']): boolean {
  return DUMPING.some((name) => name === signal) || SIGNAL_CODES.has(code ?? 0);
}

/** That of this process, which servers inherit. Undefined where there is none, and where the system does not tell. */
async function readCoreLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = /^Max core file size +(\d+) /m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}
