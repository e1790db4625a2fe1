import { expect, it } from 'vitest';
import { billingTrouble } from '../../../../src-main/core/versions/promote-plan.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { translate } from '../../../support/in-german.ts';

const early = '2026-10-01T08:00:00.000Z';
const late = '2026-11-03T09:30:00.000Z';

it.each([
  ['there is no billing', {}],
  ['a payment succeeded after the one that failed', { payment_failed_ts: early, payment_succeeded_ts: late }],
  ['the method was found valid', { payment_method_attached_ts: early, payment_method_valid_ts: late }],
  ['payments succeed', { payment_succeeded_ts: late }],
])('says nothing when %s', (_, billing) => {
  expect(billingTrouble('EU', billing)).toBeUndefined();
});

it('names the day on which the last payment failed', () => {
  const sentence = billingTrouble('EU', { payment_failed_ts: late, payment_succeeded_ts: early });
  expect(textOf(sentence ?? '')).toContain('The last payment to EU failed on 3 Nov 2026');
  expect(translate(sentence ?? '')).toContain('Die letzte Zahlung an EU scheiterte am 3. Nov. 2026');
});

it('names the day on which a method was given that was never found valid', () => {
  expect(textOf(billingTrouble('EU', { payment_method_attached_ts: early }) ?? '')).toContain(
    'was given on 1 Oct 2026',
  );
});
