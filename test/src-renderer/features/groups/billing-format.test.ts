import { expect, test } from 'vitest';
import { billingLines, testStates } from '../../../../src-renderer/features/groups/billing-format.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const linesOf = (billing: Parameters<typeof billingLines>[0]) =>
  billingLines(billing, now).map(({ sentence }) => sentence);

test('says calmly that a group has no billing', () => {
  expect(linesOf({})).toEqual(['This group has no billing: nothing was set up, and nothing is owed.']);
});

test('says first that a payment failed and none worked since', () => {
  const lines = billingLines(
    {
      payment_method_attached_ts: '2025-01-02T12:00:00.000Z',
      payment_method_valid_ts: '2025-01-02T13:00:00.000Z',
      payment_succeeded_ts: '2026-10-03T12:00:00.000Z',
      payment_failed_ts: '2026-11-03T12:00:00.000Z',
    },
    now,
  );
  expect(lines).toEqual([
    {
      state: 'failed',
      sentence: 'The payment failed on 3 Nov, and none has succeeded since. Check the payment method.',
    },
    { state: 'done', sentence: 'The last payment succeeded on 3 Oct.' },
    { state: 'done', sentence: 'The payment method was confirmed on 2 Jan 2025.' },
    { state: 'done', sentence: 'The payment method was added on 2 Jan 2025.' },
  ]);
});

test('does not alarm anybody about a failure that a later payment made good', () => {
  const lines = linesOf({
    payment_failed_ts: '2026-11-03T12:00:00.000Z',
    payment_succeeded_ts: '2026-11-04T12:00:00.000Z',
  });
  expect(lines).toEqual(['The last payment succeeded on 4 Nov.', 'A payment failed on 3 Nov. A later one succeeded.']);
});

test('says that a new payment method is not checked yet', () => {
  const lines = linesOf({
    payment_method_valid_ts: '2026-10-03T12:00:00.000Z',
    payment_method_attached_ts: '2026-11-03T12:00:00.000Z',
  });
  expect(lines[0]).toBe('A payment method was added on 3 Nov, and is not checked yet.');
});

test('has states to try that differ in what is said', () => {
  const texts = testStates(now).map(({ billing }) => linesOf(billing).join(' '));
  expect(new Set(texts).size).toBe(texts.length);
});
