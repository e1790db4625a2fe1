// A code of a shell is a signal exactly where it says one.
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { codeOfSignal, signalName, signalNumber } from '../../../../embedded-server/runtime/walls/exit-codes.ts';

test('names the signal that ended a program, and none for what the program answered itself', () => {
  expect(signalName(128 + constants.signals.SIGKILL)).toBe('SIGKILL');
  expect(signalName(codeOfSignal('SIGSEGV'))).toBe('SIGSEGV');
  for (const code of [0, 1, 127, 128, 160, 255, 3_221_225_477]) {
    expect([code, signalNumber(code), signalName(code)]).toEqual([code, undefined, undefined]);
  }
});
