// A code of a shell is a signal exactly where it says one.
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { codeOfSignal, exitOfCode, signalNumber } from '../../../../embedded-server/runtime/walls/exit-codes.ts';

test('names the signal that ended a program, and none for what the program answered itself', () => {
  expect(exitOfCode(128 + constants.signals.SIGKILL)).toEqual({ code: null, signal: 'SIGKILL' });
  expect(exitOfCode(codeOfSignal('SIGSEGV'))).toEqual({ code: null, signal: 'SIGSEGV' });
  for (const code of [0, 1, 127, 128, 160, 255, 3_221_225_477]) {
    expect([signalNumber(code), exitOfCode(code)]).toEqual([undefined, { code, signal: null }]);
  }
});
