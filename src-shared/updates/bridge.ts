// Newer versions of Slipway: what is known of them, and what is new in the one that runs.
import { z } from 'zod';
import { call, valueTopic } from '../bridge/define.ts';
import { sentence } from '../text/message-schema.ts';

/** How it stands with newer versions. The sentence says it, whatever the state. */
export const updateView = z.object({
  /** `unable` where Slipway cannot update itself, `found` while a newer one waits for a yes, `ready` once it is here. */
  state: z.enum(['unable', 'idle', 'checking', 'current', 'found', 'loading', 'ready', 'failed']),
  sentence,
  /** The newer version, once one was found. */
  version: z.string().optional(),
  /** What is new in it, one note each. */
  notes: z.array(z.string()).optional(),
  /** Of a download: how much of it is here, from 0 to 1. */
  part: z.number().min(0).max(1).optional(),
});
export type UpdateView = z.infer<typeof updateView>;

/** What is new in one version. */
export const versionNews = z.object({ version: z.string(), notes: z.array(z.string()) });
export type VersionNews = z.infer<typeof versionNews>;

/** What is new in the version that runs, and whether a person should be shown that unasked: once, after an update. */
export const newsView = z.object({ news: versionNews.nullable(), is_unread: z.boolean() });
export type NewsView = z.infer<typeof newsView>;

/** Calls about newer versions. Each answers when it has ended; how it went stands in the topic. */
export const updateCalls = {
  'updates.check': call(z.object({}), updateView),
  'updates.load': call(z.object({}), updateView),
  /** Ends the app, which comes back as the newer version. */
  'updates.install': call(z.object({}), updateView),
  'updates.newsRead': call(z.object({}), z.void()),
};

/** Topics about newer versions. */
export const updateTopics = {
  updates: valueTopic(z.object({}), updateView),
  'updates.news': valueTopic(z.object({}), newsView),
};
