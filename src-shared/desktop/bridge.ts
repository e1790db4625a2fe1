// What the desktop has for the window: links and connection files from outside that wait for a decision, and what menus, the
// tray and notifications ask the window to do.
import { z } from 'zod';
import { call, listTopic } from '../bridge/define.ts';
import { addOutcome, linkOutcome } from '../instances/bridge.ts';
import { sentence } from '../text/message-schema.ts';
import { typedToken } from '../typed-fields.ts';
import { shortcutIds } from './shortcuts.ts';

/**
 * Something from outside that waits for a decision. `refused` can only be read and put away. Its token, if it brought one,
 * stays in the core.
 */
export const desktopRequest = z.object({
  id: z.string(),
  kind: z.enum(['add_remote', 'device_link', 'open_game', 'refused']),
  /** What would happen, or why nothing does. */
  title: sentence,
  sentence,
  /** The remote that it is about. */
  url: z.string().optional(),
  name: z.string().optional(),
  /** The fingerprint that a file says the remote's certificate has. */
  fingerprint: z.string().optional(),
  /** Whether a token came with it. Without one the person gives it. */
  has_token: z.boolean().optional(),
});
export type DesktopRequest = z.infer<typeof desktopRequest>;

/** What a person decided. Nothing is done without `accept`. */
export const desktopAnswer = z.object({
  request_id: z.string(),
  accept: z.boolean(),
  token: typedToken.optional(),
  trust_fingerprint: z.string().max(128).optional(),
  allow_in_the_clear: z.boolean().optional(),
});
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
export type AnswerOutcome = z.infer<typeof answerOutcome>;

/** Something that a menu, the tray or a notification asks the window to do: run a shortcut, show a page by its hash, or say a thing. */
export const windowCommand = z.object({
  id: z.string(),
  shortcut: z.enum(shortcutIds).optional(),
  /** Which instance, for the shortcut that opens one. */
  index: z.int().optional(),
  hash: z.string().optional(),
  /** Something to tell: what went wrong around the window, unless it says that it is only news. */
  say: z.object({ title: sentence, detail: sentence, is_news: z.boolean().optional() }).optional(),
});
export type WindowCommand = z.infer<typeof windowCommand>;

/** How a message looks that the window says. */
export const noticeState = z.enum(['done', 'failed', 'crashed', 'notice', 'uploading', 'waiting']);

const standing = z.object({
  id: z.string(),
  /** When it happened, the last time. */
  at: z.number(),
  count: z.int().positive(),
  is_read: z.boolean(),
  /** It stood there before the app was started, and is no news. */
  is_old: z.boolean().optional(),
  /** The page that shows what it is about. */
  hash: z.string(),
});

/** Servers of one deployment of a namespace that crashed or did not start, one soon after the other: see `News`. */
export const crashNotice = standing.extend({
  kind: z.enum(['servers_crashed', 'servers_failed']),
  names: z.array(z.string()),
  reason: sentence.optional(),
  place: z
    .object({
      instance_id: z.string(),
      game_id: z.string(),
      namespace_id: z.string(),
      name: z.string(),
      version: z.object({ id: z.string(), name: z.string() }).optional(),
    })
    .optional(),
  /** When that deployment began, where it is known. */
  deployed_at: z.number().optional(),
  /** The namespace does not start another one. */
  gave_up: z.boolean().optional(),
  /** The name of the version that the service rolled the namespace back to by itself. */
  rolled_back_to: z.string().optional(),
});
export type CrashNotice = z.infer<typeof crashNotice>;

/** Also asked of what is no sentence at all, which has no text as JSON. */
const isShorterThan = (most: number) => (said: unknown) => (JSON.stringify(said) ?? '').length <= most;

const saidWords = z.object({
  state: noticeState,
  title: sentence.refine(isShorterThan(4_000)),
  detail: sentence.refine(isShorterThan(16_000)).optional(),
  hash: z.string().max(2_000),
});

/** Something that the window said: a message in the language of whoever reads it, a text in the words of then. */
export const saidNotice = standing.extend({ kind: z.literal('said'), ...saidWords.shape });
export type SaidNotice = z.infer<typeof saidNotice>;

/** What stands behind the bell. */
export const keptNotice = z.discriminatedUnion('kind', [saidNotice, crashNotice]);
export type KeptNotice = z.infer<typeof keptNotice>;

/** Calls about the desktop around the window. */
export const desktopCalls = {
  'desktop.answer': call(desktopAnswer, answerOutcome),
  /** An error of the window that nobody caught goes into the app's log; answers where it stands there, if it does. */
  'desktop.reportError': call(
    z.object({ message: z.string().max(2_000), details: z.string().max(8_000) }),
    z.object({ ray_id: z.string().nullable() }),
  ),
  /** The window did what it was asked to. */
  'desktop.orderDone': call(z.object({ order_id: z.string() }), z.void()),
  /** The window said something; the bell keeps it. */
  'desktop.keepNotice': call(saidWords, z.void()),
  /** A person has seen what stands behind the bell. */
  'desktop.readNotices': call(z.object({}), z.void()),
  'desktop.forgetNotices': call(z.object({}), z.void()),
};

/** Topics about the desktop around the window. */
export const desktopTopics = {
  'desktop.requests': listTopic(z.object({}), desktopRequest),
  'desktop.orders': listTopic(z.object({}), windowCommand),
  'desktop.notices': listTopic(z.object({}), keptNotice),
};
