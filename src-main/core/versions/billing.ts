// What the timestamps of a group's billing mean, in a sentence, where they mean trouble. Pure.
import type { GroupBilling } from '../../../src-shared/service/groups.ts';

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Nothing when all is well, or when there is no billing at all. */
export function billingTrouble(instance: string, billing: GroupBilling): string | undefined {
  const { payment_failed_ts: failed, payment_succeeded_ts: succeeded } = billing;
  const { payment_method_attached_ts: attached, payment_method_valid_ts: valid } = billing;
  if (failed !== undefined && !isLater(succeeded, failed)) {
    return `The last payment to ${instance} failed on ${dateOf(failed)}, and none has succeeded since. It may refuse the build, or end what runs. Look after the payment first.`;
  }
  if (attached !== undefined && !isLater(valid, attached)) {
    return `The payment method that ${instance} was given on ${dateOf(attached)} has not been found valid. It may refuse the build. Look after the payment first.`;
  }
  return undefined;
}

function isLater(moment: string | undefined, than: string): boolean {
  return moment !== undefined && Date.parse(moment) >= Date.parse(than);
}

function dateOf(timestamp: string): string {
  return dates.format(new Date(timestamp));
}
