// Namespaces: the places a game's versions run, each with its matchmaker limits and its hosting policy.
import { z } from 'zod';
import { display_name, name_id, optional, timestamp, u32, uuid } from './common.ts';

/** A namespace as a game lists it. */
export const namespaceSummary = z.object({
  namespace_id: uuid,
  name_id,
  display_name,
  create_ts: timestamp,
  version_id: uuid,
});
/** A namespace as a game lists it. */
export type NamespaceSummary = z.infer<typeof namespaceSummary>;

/** The largest number that `max_players` takes stands for no limit, which is what a new namespace has. */
export const NO_PLAYER_LIMIT = 4_294_967_295;

/** The matchmaker's limits: how many servers there may be, and how many players on each. */
export const matchmakerConfig = z.object({ lobby_count_max: u32, max_players: u32 });
/** The matchmaker's limits. */
export type MatchmakerConfig = z.infer<typeof matchmakerConfig>;

/** A namespace with its configuration. */
export const namespaceFull = namespaceSummary.extend({ config: z.object({ matchmaker: matchmakerConfig }) });

/** A version that was deployed to a namespace, and when. */
export const namespaceVersionHistoryEntry = z.object({ namespace_id: uuid, version_id: uuid, deploy_ts: timestamp });
/** A version that was deployed to a namespace, and when. */
export type NamespaceVersionHistoryEntry = z.infer<typeof namespaceVersionHistoryEntry>;

/** The names a new namespace asks for. */
export const namespaceNames = z.object({ display_name, name_id });
/** The names a new namespace asks for. */
export type NamespaceNames = z.infer<typeof namespaceNames>;

/** What a new namespace is made of. */
export const createNamespaceBody = namespaceNames.extend({ version_id: z.string() });
/** What a new namespace is made of. */
export type CreateNamespaceBody = z.output<typeof createNamespaceBody>;

/** New names for a namespace; what is absent stays. */
export const renameNamespaceBody = z.object({ display_name: optional(display_name), name_id: optional(name_id) });
/** New names for a namespace. */
export type RenameNamespaceBody = z.output<typeof renameNamespaceBody>;

/** How a namespace keeps its servers (ours). `drain_limit` is the milliseconds that a draining server gets at most. */
export const hostingPolicy = z.object({
  server_count: u32,
  on_version_switch: z.enum(['drain', 'stop']),
  drain_limit: u32,
  restart: z.enum(['never', 'back_off']),
});
/** How a namespace keeps its servers. */
export type HostingPolicy = z.infer<typeof hostingPolicy>;
