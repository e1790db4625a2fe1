// What a command that fails ends with: scripts repeat what failed by the network or a failing instance, and nothing else.
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../../src-main/cli/exit-code.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../../src-shared/errors/codes.ts';

test.each<[ErrorCode, number, { metadata?: object; ray_id?: string }?]>([
  ['USAGE', 2],
  ['INSTANCE_UNREACHABLE', 3],
  ['INSTANCE_FAILED', 3],
  ['API_RATE_LIMIT', 3],
  ['TRANSFER_MISMATCH', 3],
  ['TRANSFER_STALLED', 3],
  ['OBJECT_STORE_FAILED', 3],
  ['OBJECT_STORE_FAILED', 1, { metadata: { needs_operator: true } }],
  // A service that failed gives its failure a number.
  ['ERROR', 3, { ray_id: '01H' }],
  ['ERROR', 1],
  ['NOT_CONFIRMED', 4],
  ['BUILD_INVALID', 1],
  ['API_FORBIDDEN', 1],
])('%s ends with %i', (code, exitCode, extras = {}) => {
  expect(exitCodeOf(new AppError(code, undefined, extras))).toBe(exitCode);
});

test('a bug of our own is nothing to repeat', () => {
  expect(exitCodeOf(asAppError(new TypeError('x is not a function')))).toBe(1);
});
