// What the timestamps of a group's billing mean, in a sentence, where they mean trouble. Pure.
import type { GroupBilling } from '../../../src-shared/service/groups.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { dayMessage } from '../../../src-shared/text/values.ts';

/** Nothing when all is well, or when there is no billing at all. */
export function billingTrouble(instance: string, billing: GroupBilling): Message | undefined {
  const { payment_failed_ts: failed, payment_succeeded_ts: succeeded } = billing;
  const { payment_method_attached_ts: attached, payment_method_valid_ts: valid } = billing;
  if (failed !== undefined && !isLater(succeeded, failed)) {
    return messageFor('billing.payment-failed', { instance, date: dayMessage(failed) });
  }
  if (attached !== undefined && !isLater(valid, attached)) {
    return messageFor('billing.method-invalid', { instance, date: dayMessage(attached) });
  }
  return undefined;
}

function isLater(moment: string | undefined, than: string): boolean {
  return moment !== undefined && Date.parse(moment) >= Date.parse(than);
}
