// Exit codes by which shells, start scripts and engines say that a signal ended a program.
import { constants } from 'node:os';

const SIGNALLED = 128;
const MOST_SIGNALS = 31;

/** Undefined where the code is the program's own. */
export function signalNumber(code: number): number | undefined {
  const number = code - SIGNALLED;
  return number >= 1 && number <= MOST_SIGNALS ? number : undefined;
}

/** A code also where this system has no such signal. */
export function exitOfCode(code: number): { code: number | null; signal: string | null } {
  const number = signalNumber(code);
  const [signal] = Object.entries(constants.signals).find(([, value]) => value === number) ?? [];
  return signal === undefined ? { code, signal: null } : { code: null, signal };
}

export function codeOfSignal(name: NodeJS.Signals): number {
  return SIGNALLED + constants.signals[name];
}
