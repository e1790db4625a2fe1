// What became of a group's payments, as sentences from four timestamps; and the states to try tools against. Pure.
import type { GroupBilling } from '../../../src-shared/service/groups.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { formatDay as dayOf } from '../../ui/format.ts';

/** One sentence about billing with its glyph. */
export type BillingLine = { state: Glyph; sentence: string };

const DAY = 86_400_000;

/** "3 Nov", with the year where it is not this one. */
function formatDay(at: number, now: number): string {
  const year = new Date(at).getFullYear();
  return year === new Date(now).getFullYear() ? dayOf(at) : `${dayOf(at)} ${year}`;
}

/** What is to be done first, then what happened, newest first. A group without billing has one calm sentence. */
export function billingLines(billing: GroupBilling, now: number): BillingLine[] {
  const at = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  const failed = at(billing.payment_failed_ts);
  const succeeded = at(billing.payment_succeeded_ts);
  const attached = at(billing.payment_method_attached_ts);
  const valid = at(billing.payment_method_valid_ts);
  const lines: (BillingLine & { at: number })[] = [];
  const add = (when: number | undefined, state: Glyph, say: (day: string) => string) => {
    if (when !== undefined) lines.push({ at: when, state, sentence: say(formatDay(when, now)) });
  };
  const isOpen = failed !== undefined && (succeeded === undefined || succeeded < failed);
  add(failed, isOpen ? 'failed' : 'notice', (day) =>
    isOpen
      ? t('The payment failed on {day}, and none has succeeded since. Check the payment method.', { day })
      : t('A payment failed on {day}. A later one succeeded.', { day }),
  );
  add(succeeded, 'done', (day) => t('The last payment succeeded on {day}.', { day }));
  add(valid, 'done', (day) => t('The payment method was confirmed on {day}.', { day }));
  const isUnchecked = attached !== undefined && (valid === undefined || valid < attached);
  add(attached, isUnchecked ? 'waiting' : 'done', (day) =>
    isUnchecked
      ? t('A payment method was added on {day}, and is not checked yet.', { day })
      : t('The payment method was added on {day}.', { day }),
  );
  if (lines.length === 0)
    return [{ state: 'idle', sentence: t('This group has no billing: nothing was set up, and nothing is owed.') }];
  return lines.toSorted((a, b) => b.at - a.at).map(({ state, sentence }) => ({ state, sentence }));
}

/** States that a service of one's own can be put into, to see how tools behave. */
export function testStates(now: number): { label: string; billing: GroupBilling }[] {
  const ago = (days: number) => new Date(now - days * DAY).toISOString();
  const attached = { payment_method_attached_ts: ago(60) };
  const good = { ...attached, payment_method_valid_ts: ago(60) };
  return [
    { label: t('No billing'), billing: {} },
    { label: t('Method added, not checked'), billing: { payment_method_attached_ts: ago(0) } },
    { label: t('Paid'), billing: { ...good, payment_succeeded_ts: ago(5) } },
    { label: t('Payment failed'), billing: { ...good, payment_succeeded_ts: ago(35), payment_failed_ts: ago(5) } },
    { label: t('Paid after a failure'), billing: { ...good, payment_failed_ts: ago(6), payment_succeeded_ts: ago(1) } },
  ];
}
