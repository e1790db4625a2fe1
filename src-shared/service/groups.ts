// Developer groups and their billing timestamps.
import { z } from 'zod';
import { display_name, optional, sentTimestamp, timestamp, u32, uuid } from './common.ts';

/** The pages of a group, as the original service had them. */
export const externalLinks = z.object({ profile: z.url() });

/** A developer group. From `external` on the fields are constants that clients of the original service expect. */
export const groupSummary = z.object({
  group_id: uuid,
  display_name,
  is_developer: z.boolean(),
  external: externalLinks.optional(),
  bio: z.string().optional(),
  is_current_identity_member: z.boolean().optional(),
  publicity: z.enum(['open', 'closed']).optional(),
  member_count: u32.optional(),
  owner_identity_id: uuid.optional(),
});
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
  payment_failed_ts: optional(sentTimestamp),
  payment_method_attached_ts: optional(sentTimestamp),
  payment_method_valid_ts: optional(sentTimestamp),
  payment_succeeded_ts: optional(sentTimestamp),
});

/** What a new group is made of. */
export const createGroupBody = z.object({ display_name });
