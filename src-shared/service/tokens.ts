// Tokens: who a caller is, and the tokens a game has given out.
import { z } from 'zod';
import { optional, timestamp, uuid } from './common.ts';
import { tokenRights } from './token-rights.ts';

/** What a token may do. */
export const tokenCan = z.array(z.enum(tokenRights));
/** The limits of a token that has any: what it may do, in which one namespace, and until when. */
const limits = { can: tokenCan.optional(), environment_id: uuid.optional(), expire_ts: timestamp.optional() };

/**
 * A token of a game, without its secret. A service token has the one namespace it is for; a cloud token has its limits, where
 * it was made with some.
 */
export const token = z.object({
  token_id: uuid,
  kind: z.enum(['cloud', 'service']),
  name: z.string(),
  ...limits,
  create_ts: timestamp,
  last_used_ts: timestamp.optional(),
});
/** A token of a game, without its secret. */
export type Token = z.infer<typeof token>;

/** What to call a new token. */
export const createTokenBody = z.object({ name: optional(z.string()) });

/** A new token. Its secret is shown this once. */
export const createTokenAnswer = z.object({ token: z.string().min(1), token_id: uuid });

/** A hundred years; longer is a slip of the keyboard. */
const LONGEST_S = 3_155_760_000;

/**
 * What a new token may do, for which namespace (all of the game without one), and for how many seconds (for ever without). A
 * limit that is misspelt or null is refused: without it the token would reach further than was meant.
 */
export const createLimitedTokenBody = z.strictObject({
  name: optional(z.string()),
  can: tokenCan.min(1),
  environment_id: uuid.optional(),
  expires_in: z.int().min(1).max(LONGEST_S).optional(),
});

/** A new token with the limits that it came to have: no token outlives the one that made it. */
export const createLimitedTokenAnswer = createTokenAnswer.extend({ ...limits, can: tokenCan });

/** Whom a token speaks for. The owner also has an identity, as clients of the original service look for one. */
export const agent = z.union([
  z.object({ owner: z.object({}), identity: z.object({ identity_id: uuid }).optional() }),
  z.object({ game_cloud: z.object({ game_id: uuid, ...limits }) }),
  z.object({ env_service: z.object({ game_id: uuid, environment_id: uuid }) }),
]);
/** Whom a token speaks for. */
export type Agent = z.infer<typeof agent>;
