// Developer groups as the window sees them: whose games, and what became of their payments.
import { z } from 'zod';
import { call, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { billingTestState, groupBilling } from '../service/groups.ts';

const id = z.string().min(1).max(200);
const group = z.object({ instance_id: id, group_id: id });

/** The billing of a group, null until it was read. With how fresh it is, in Unix milliseconds. */
export const billingView = z.object({
  billing: groupBilling.nullable(),
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  problem: errorBody.optional(),
});
export type BillingView = z.infer<typeof billingView>;

/** A group: its name and its games, each null where the instance does not tell it. */
export const groupView = z.object({
  display_name: z.string().nullable(),
  games: z.array(z.object({ game_id: z.string(), name_id: z.string(), display_name: z.string() })).nullable(),
});
export type GroupView = z.infer<typeof groupView>;

/** Calls about groups. */
export const groupCalls = {
  'groups.read': call(group, groupView),
  /** Replaces the billing with a state to try tools against; only a service of one's own has that. */
  'groups.setBilling': call(group.extend({ billing: billingTestState }), z.void()),
};

/** Topics about groups. They are read only while somebody looks. */
export const groupTopics = {
  'groups.billing': valueTopic(group, billingView),
};
