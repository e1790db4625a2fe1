// Tokens: who a caller is, and the tokens a game has given out.
import { z } from 'zod';
import { optional, timestamp, uuid } from './common.ts';

/** A token of a game, without its secret. A service token has the one namespace it is for. */
export const token = z.object({
  token_id: uuid,
  kind: z.enum(['cloud', 'service']),
  name: z.string(),
  environment_id: uuid.optional(),
  create_ts: timestamp,
  last_used_ts: timestamp.optional(),
});
/** A token of a game, without its secret. */
export type Token = z.infer<typeof token>;

/** What to call a new token. */
export const createTokenBody = z.object({ name: optional(z.string()) });

/** A new token. Its secret is shown this once. */
export const createTokenAnswer = z.object({ token: z.string().min(1), token_id: uuid });

/** Whom a token speaks for. The owner also has an identity, as clients of the original service look for one. */
export const agent = z.union([
  z.object({ owner: z.object({}), identity: z.object({ identity_id: uuid }).optional() }),
  z.object({ game_cloud: z.object({ game_id: uuid }) }),
  z.object({ env_service: z.object({ game_id: uuid, environment_id: uuid }) }),
]);
/** Whom a token speaks for. */
export type Agent = z.infer<typeof agent>;
