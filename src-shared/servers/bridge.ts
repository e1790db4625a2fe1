// Servers that were added by their id, for instances that do not list theirs.
import { z } from 'zod';
import { call, listTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/app-error.ts';
import { server } from '../service/servers.ts';

const id = z.string().min(1).max(200);

/** Where a server is. */
export const serverPlace = z.object({ game_id: id, environment_id: id, server_id: id });
/** See `serverPlace`. */
export type ServerPlace = z.infer<typeof serverPlace>;

/** A server that is read again and again, as it can not be watched. Null until it was read. */
export const pinnedServer = serverPlace.extend({
  id: z.string(),
  server: server.nullable(),
  /** When it was last read, and since when that fails, in Unix milliseconds. */
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  problem: errorBody.optional(),
});
/** See `pinnedServer`. */
export type PinnedServer = z.infer<typeof pinnedServer>;

const pin = serverPlace.extend({ instance_id: z.string() });

/** Calls about servers. */
export const serverCalls = {
  'servers.pin': call(pin, z.object({})),
  'servers.unpin': call(pin, z.object({})),
};

/** Topics about servers. Pinned ones are read only while somebody looks. */
export const serverTopics = {
  'servers.pinned': listTopic(z.object({ instance_id: z.string() }), pinnedServer),
};
