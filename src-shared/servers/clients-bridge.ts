// Clients of a game on this machine, and crash bundles of its servers, as the window asks for them.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { bundleFile } from '../service/server-inspection.ts';
import { sentence } from '../text/message-schema.ts';
import { typedCommand } from '../typed-fields.ts';

const id = z.string().min(1).max(200);
const game = z.object({ instance_id: id, game_id: id });
const server = game.extend({ namespace_id: id, server_id: id });

/** So many clients run at once at most. */
export const MOST_CLIENTS = 16;

/** A client that was started here. The last lines that it wrote come with it. */
export const clientView = z.object({
  id: z.string(),
  game_id: z.string(),
  server_id: z.string(),
  /** "1", "2" and so on, in the order of their starts. */
  label: z.string(),
  command: z.string(),
  pid: z.int().optional(),
  started_at: z.int(),
  ended_at: z.int().optional(),
  /** How it ended, in a sentence. */
  ending: sentence.optional(),
  /** It ended by itself within seconds and not well, and what can be done where that is known. */
  failed: z.object({ hint: sentence.optional() }).optional(),
  lines: z.array(z.object({ number: z.int(), is_error: z.boolean(), text: z.string() })),
});
export type ClientView = z.infer<typeof clientView>;

/** How the clients of a game are opened; empty until somebody said so. `as_root` where a program that is started so has all rights. */
export const clientCommand = z.object({ command: z.string(), as_root: z.boolean().optional() });

/** What came of saving a bundle: in a folder that was picked, at an address to download it from, or nowhere. */
export const savedBundle = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), file: z.string() }),
  z.object({ outcome: z.literal('download'), url: z.string(), bytes: z.int() }),
  z.object({ outcome: z.literal('closed') }),
]);
export type SavedBundle = z.infer<typeof savedBundle>;

/** Calls about clients and crash bundles. */
export const clientCalls = {
  'servers.setClientCommand': call(game.extend({ command: typedCommand }), z.void()),
  /** Opens clients at an address of a server, by the command that is kept for its game. */
  'servers.openClients': call(
    server.extend({
      host: z.string().min(1).max(255),
      port: z.int().min(1).max(65_535),
      count: z.int().min(1).max(MOST_CLIENTS),
    }),
    z.void(),
  ),
  'servers.stopClient': call(z.object({ client_id: id }), z.void()),
  /** Takes those that ended off the list. */
  'servers.forgetClients': call(z.object({}), z.void()),
  'servers.previewBundle': call(server, z.object({ files: z.array(bundleFile), notes: z.array(sentence) })),
  'servers.saveBundle': call(server.extend({ leave_out: z.array(z.string()).max(100) }), savedBundle),
};

/** Topics about clients. */
export const clientTopics = {
  'servers.clients': listTopic(z.object({}), clientView),
  'servers.clientCommand': valueTopic(game, clientCommand),
};
