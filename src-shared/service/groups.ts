// Developer groups and their billing timestamps.
import { z } from 'zod';
import { display_name, optional, timestamp, uuid } from './common.ts';

/** A developer group. */
export const groupSummary = z.object({ group_id: uuid, display_name, is_developer: z.boolean() });
/** A developer group. */
export type GroupSummary = z.infer<typeof groupSummary>;

/** When a group's payment was set up, worked or failed. Empty without billing. */
export const groupBilling = z.object({
  payment_failed_ts: timestamp.optional(),
  payment_method_attached_ts: timestamp.optional(),
  payment_method_valid_ts: timestamp.optional(),
  payment_succeeded_ts: timestamp.optional(),
});
/** When a group's payment was set up, worked or failed. */
export type GroupBilling = z.infer<typeof groupBilling>;

/** A billing state to try tools against (ours). It replaces the whole state. */
export const billingTestState = z.object({
  payment_failed_ts: optional(timestamp),
  payment_method_attached_ts: optional(timestamp),
  payment_method_valid_ts: optional(timestamp),
  payment_succeeded_ts: optional(timestamp),
});

/** What a new group is made of. */
export const createGroupBody = z.object({ display_name });
