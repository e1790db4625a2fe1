// What the shell around the core can do, so that the window offers nothing that would not work.
import { z } from 'zod';
import { call, valueTopic } from '../bridge/define.ts';
import { sentence } from '../text/message-schema.ts';

/** Where tokens are kept, and how safe they are there, as a sentence. */
export const secretsView = z.object({ kind: z.enum(['keychain', 'file']), sentence });
export type SecretsView = z.infer<typeof secretsView>;

/** The shell's abilities. One that is missing comes with the reason in words. */
export const hostView = z.object({
  shell: z.enum(['electron', 'browser']),
  version: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  abilities: z.object({
    /** Whether servers can be hosted on when the app has ended. */
    keep_hosting: z.boolean(),
    pick_folder: z.boolean(),
    show_in_folder: z.boolean(),
    /** Whether builds and logs can be dragged out of the window. */
    drag_out: z.boolean().optional(),
    /** The window draws its own frame (Electron), so it must leave room for the window controls. */
    window_controls: z.boolean(),
    /** Whether the app can start with the session. */
    start_at_login: z.boolean().optional(),
    /** Whether the system shows notifications. */
    notifications: z.boolean().optional(),
  }),
  secrets: secretsView.optional(),
  /** Where it writes what goes wrong; without it that goes to the terminal it was started from. */
  logs: z.string().optional(),
});
export type HostView = z.infer<typeof hostView>;

/** Whether this machine can isolate servers of Local, as a sentence. */
export const isolationView = z.object({ isIsolated: z.boolean(), sentence });
/** Whether this machine can isolate servers of Local. */
export type IsolationView = z.infer<typeof isolationView>;

/** Calls to the shell. Only web addresses are opened, and never inside the app. */
export const hostCalls = {
  'host.openLink': call(z.object({ url: z.url({ protocol: /^https?$/ }) }), z.void()),
  'host.isolation': call(z.object({}), isolationView),
};

/** Topics about the shell. */
export const hostTopics = {
  host: valueTopic(z.object({}), hostView),
};
