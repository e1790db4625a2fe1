// The lines that `slipway push --json` and `slipway promote --json` print, as programs read them. Their schema is made of this.
import { z } from 'zod';
import { plainErrorBody } from '../errors/error-body.ts';
import { tokenCan } from '../service/tokens.ts';

const id = z.string();
const bytes = z.int().min(0);
const problem = plainErrorBody.describe('Why: a code that stays, and a sentence for people.');
const trouble = z
  .object({ problem, tries: z.int(), next_try_at: z.int() })
  .describe('A failure that passes: how often in a row, and when it is tried again (Unix milliseconds).');

const again = z
  .object({ bytes, parts: z.int(), first: z.int() })
  .describe('What goes out a second time: how many bytes, of how many parts, and which is the first of them.');

const packing = z.strictObject({
  event: z.literal('progress'),
  step: z.literal('pack'),
  bytes: bytes.describe('Packed so far.'),
  bytes_total: bytes,
});

const sending = z.strictObject({
  event: z.literal('progress'),
  step: z.enum(['pack', 'prepare', 'parts', 'confirm', 'switch']),
  status: z.string().describe('Where the transfer is: queued, running, waiting, paused, done, failed or cancelled.'),
  bytes_total: bytes.optional(),
  bytes_verified: bytes.describe('What the instance said it has.'),
  bytes_sent: bytes.describe('What was sent, failed tries too.'),
  bytes_kept: bytes.describe('What the instance keeps of parts that it has not all of.'),
  bytes_live: bytes.describe('What is in flight, and confirmed by nobody.'),
  again: again.optional(),
  resumed: z
    .object({ at: z.int(), after: z.string(), kept: z.int(), again: again.optional() })
    .optional()
    .describe('When it went on after a pause (Unix milliseconds), and how many parts were there.'),
  trouble: trouble.optional(),
});

/** How the servers are that a namespace keeps. */
const keptServers = z.strictObject({
  keeps: z.int().min(0).describe('How many servers the namespace keeps.'),
  state: z.enum(['none', 'starting', 'reachable', 'ended']),
  addresses: z.array(z.string()).describe('Where players join.'),
  why: z.string().optional().describe('Why one ended, or is not reachable yet.'),
});

const result = z.strictObject({
  event: z.literal('result'),
  state: z
    .enum(['done', 'paused', 'failed', 'not_confirmed', 'cancelled'])
    .describe('done: exit code 0, or 1 with health unhealthy. paused: run it again. failed: 1. not_confirmed: 4.'),
  build_id: id.nullable(),
  version_id: id.nullable(),
  sha256: z.string().nullable().describe('Of the packed file.'),
  bytes_sent: bytes.describe('What this run sent, failed tries too.'),
  bytes_total: bytes.nullable().optional(),
  is_resumed: z.boolean().optional().describe('Whether it went on with an earlier run.'),
  name: z.string().optional().describe('Of the version.'),
  game_id: id.optional(),
  namespace_id: id.optional(),
  outcome: z.string().optional().describe('What became of the switch, in a sentence.'),
  way: z.enum(['switch', 'send']).optional().describe('Of a promotion: whether bytes were sent.'),
  servers: keptServers.optional(),
  health: z.enum(['healthy', 'unhealthy']).optional().describe('With --wait-healthy.'),
  rolled_back_to: id.optional().describe('The version that the namespace runs again.'),
  problem: problem.optional(),
});

const plan = z.strictObject({
  event: z.literal('plan'),
  instance: z.string(),
  game: z.string(),
  namespace: z.string().optional(),
  is_new_game: z.boolean(),
  game_id: id.optional(),
  namespace_id: id.optional(),
  name: z.string().optional(),
  survey: z.looseObject({}).optional().describe('What slipway pack --dry-run --json answers.'),
  sends: z
    .strictObject({
      sha256: z.string(),
      compression: z.string(),
      files: z.int().optional(),
      bytes_total: bytes,
      bytes_reused: bytes,
      parts: z.int().optional(),
    })
    .optional(),
  last_build: z.strictObject({ build_id: id, name: z.string() }).optional(),
  runs_now: z.strictObject({ version_id: id, name: z.string().optional() }).optional(),
  token: z.enum(['owner', 'cloud', 'service']).optional(),
  /** What a token with limits may do. */
  token_can: tokenCan.optional(),
  problems: z.array(plainErrorBody),
  warnings: z.array(z.string()),
});

/** One line. Further events and fields may come; those that are here stay. */
export const pushEvent = z.union([packing, sending, plan, result]);

/** As JSON Schema, for programs in other languages. They ignore what they do not know. */
export function pushEventsSchema(): object {
  return z.toJSONSchema(pushEvent, { target: 'draft-7', io: 'input' });
}
