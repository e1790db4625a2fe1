// What the desktop asks of a person: links and connection files that came from outside wait here until somebody decides.
import { z } from 'zod';
import { call, listTopic } from '../bridge/define.ts';
import { addOutcome, linkOutcome } from '../instances/bridge.ts';

/**
 * Something from outside that waits for a decision. `refused` can only be read and put away. Its token, if it brought one,
 * stays in the core.
 */
export const desktopRequest = z.object({
  id: z.string(),
  kind: z.enum(['add_remote', 'device_link', 'open_game', 'refused']),
  /** What would happen, or why nothing does. */
  title: z.string(),
  sentence: z.string(),
  /** The remote that it is about. */
  url: z.string().optional(),
  name: z.string().optional(),
  /** The fingerprint that a file says the remote's certificate has. */
  fingerprint: z.string().optional(),
  /** Whether a token came with it. Without one the person gives it. */
  has_token: z.boolean().optional(),
});
/** See `desktopRequest`. */
export type DesktopRequest = z.infer<typeof desktopRequest>;

/** What a person decided. Nothing is done without `accept`. */
export const desktopAnswer = z.object({
  request_id: z.string(),
  accept: z.boolean(),
  token: z.string().min(1).max(4096).optional(),
  trust_fingerprint: z.string().max(128).optional(),
  allow_in_the_clear: z.boolean().optional(),
});
/** See `desktopAnswer`. */
export type DesktopAnswer = z.infer<typeof desktopAnswer>;

/** What came of it. While a person has to agree to more, the request stays. */
export const answerOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('dismissed') }),
  z.object({
    outcome: z.literal('opened'),
    instance_id: z.string(),
    game_id: z.string(),
    namespace_id: z.string().optional(),
  }),
  ...addOutcome.options,
  linkOutcome.options[0],
]);
/** See `answerOutcome`. */
export type AnswerOutcome = z.infer<typeof answerOutcome>;

/** Calls about what came from outside. */
export const desktopCalls = {
  'desktop.answer': call(desktopAnswer, answerOutcome),
};

/** Topics about what came from outside. */
export const desktopTopics = {
  'desktop.requests': listTopic(z.object({}), desktopRequest),
};
