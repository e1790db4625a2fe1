// Namespaces: the places a game's versions run, each with its matchmaker limits and its hosting policy.
import { z } from 'zod';
import { display_name, name_id, optional, timestamp, u32, u64, uuid } from './common.ts';

/**
 * The version that Roll back goes to (ours): the newest other one that ran well here, unless it crashed and a newer one ran for five
 * minutes without a crash; else of those that ran without a crash the newest that did so for five minutes, or the one that ran longest,
 * with how long it ran; where nothing ever ran here, the newest of its history. Never one that crashed in a loop, was rolled back or never listened; empty
 * where none is left.
 */
export const lastGood = z.object({
  version_id: uuid.optional(),
  ran_ms: u64.optional(),
  ran_well: z.boolean().optional(),
});
/** The version that Roll back goes to. */
export type LastGood = z.infer<typeof lastGood>;

/**
 * A namespace as a game lists it. `last_good`, `order`, the place that it was given in the list, `deploy_ts`, when it was last switched
 * to a version, and `server_count`, how many servers it is to keep, are ours.
 */
export const namespaceSummary = z.object({
  namespace_id: uuid,
  name_id,
  display_name,
  create_ts: timestamp,
  version_id: uuid,
  last_good: lastGood.optional(),
  order: u32.optional(),
  deploy_ts: timestamp.optional(),
  server_count: u32.optional(),
});
/** A namespace as a game lists it. */
export type NamespaceSummary = z.infer<typeof namespaceSummary>;

/** The largest number that `max_players` takes stands for no limit, which is what a new namespace has. */
export const NO_PLAYER_LIMIT = 4_294_967_295;

/** The matchmaker's limits: how many servers there may be, and how many players on each. */
export const matchmakerConfig = z.object({ lobby_count_max: u32, max_players: u32 });
/** Limits of which it is asked whether they would be taken. */
export const matchmakerConfigToCheck = z.object({ lobby_count_max: z.int(), max_players: z.int() });

/** The matchmaker's limits. */
export type MatchmakerConfig = z.infer<typeof matchmakerConfig>;

/**
 * A namespace with its configuration. Of the matchmaker's numbers `max_players` is what counts; the five others, `cdn`, `kv` and
 * `identity` are what clients of the original service expect, and have no effect here.
 */
export const namespaceFull = namespaceSummary.extend({
  config: z.object({
    matchmaker: matchmakerConfig.extend({
      max_players_per_client: u32.optional(),
      max_players_per_client_vpn: u32.optional(),
      max_players_per_client_proxy: u32.optional(),
      max_players_per_client_tor: u32.optional(),
      max_players_per_client_hosting: u32.optional(),
    }),
    cdn: z
      .object({
        enable_domain_public_auth: z.boolean(),
        domains: z.array(z.object({})),
        auth_type: z.enum(['none', 'basic']),
        auth_user_list: z.array(z.object({})),
      })
      .optional(),
    kv: z.object({}).optional(),
    identity: z.object({}).optional(),
  }),
});
/** A namespace with its configuration. */
export type NamespaceFull = z.infer<typeof namespaceFull>;

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

/** What is set on a namespace (ours): its limits, how it keeps servers, and the names of the variables that its version sets. */
export const namespaceSetup = z.object({
  limits: matchmakerConfig,
  hosting: hostingPolicy,
  variables: z.array(z.string()),
});
/** What is set on a namespace. */
export type NamespaceSetup = z.infer<typeof namespaceSetup>;

/** Who made a change (ours): the kind of their token and its name. `slipway` is the service itself, as when a version does not start. */
export const changedBy = z.object({
  kind: z.enum(['owner', 'cloud', 'service', 'slipway']),
  name: z.string().optional(),
});
/** Who made a change. */
export type ChangedBy = z.infer<typeof changedBy>;

/** Where a change came from (ours): an address, and what the program calls itself. */
export const changedFrom = z.object({ address: z.string().optional(), program: z.string().optional() });

/**
 * What became of a deployment (ours). `ran_ms` is how long a server of it could be joined; `crash_loop` three crashes within a minute,
 * where as many servers that could be joined as are kept count as one; `failed_starts` how many servers did not start; `served` that
 * somebody played or its health check passed; `ran_well` at least five minutes of that without a loop. What is absent is not known.
 */
export const deploymentOutcome = z.object({
  is_running: z.boolean(),
  ended_ts: timestamp.optional(),
  rolled_back: z.boolean(),
  ran_ms: u64.optional(),
  crashes: u64.optional(),
  crash_loop: z.boolean().optional(),
  failed_starts: u64.optional(),
  served: z.boolean().optional(),
  ran_well: z.boolean().optional(),
});
/** What became of a deployment. */
export type DeploymentOutcome = z.infer<typeof deploymentOutcome>;

/** A version that was deployed to a namespace, and when. From `settings` on the fields are ours. */
export const namespaceVersionHistoryEntry = z.object({
  namespace_id: uuid,
  version_id: uuid,
  deploy_ts: timestamp,
  settings: namespaceSetup.optional(),
  by: changedBy.optional(),
  from: changedFrom.optional(),
  outcome: deploymentOutcome.optional(),
});
/** A version that was deployed to a namespace, and when. */
export type NamespaceVersionHistoryEntry = z.infer<typeof namespaceVersionHistoryEntry>;

/** A namespace at a moment (ours): what it ran, since when, and what was set. What is absent is not known of that moment. */
export const namespaceMoment = z.object({
  ts: timestamp,
  version_id: uuid.optional(),
  deploy_ts: timestamp.optional(),
  settings: namespaceSetup.optional(),
});
/** A namespace at a moment. */
export type NamespaceMoment = z.infer<typeof namespaceMoment>;

/** One thing that differs between two moments (ours). Of variables the names alone are told, never what they hold. */
export const momentDifference = z.object({
  path: z.array(z.string()),
  change: z.enum(['added', 'removed', 'changed']),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});
/** One thing that differs between two moments. */
export type MomentDifference = z.infer<typeof momentDifference>;

/** The order of a game's namespaces (ours). Those that are not named follow by name. */
export const namespaceOrderBody = z.object({ namespace_ids: z.array(z.string()).max(10_000) });
