// Games, their names and their pictures.
import { z } from 'zod';
import { display_name, name_id, optional, sentU64, timestamp, u32, uuid } from './common.ts';
import { externalLinks } from './groups.ts';
import { namespaceSummary } from './namespaces.ts';
import { regionSummary } from './regions.ts';
import { versionSummary } from './versions.ts';

/** The namespaces that a new game comes with. */
export const firstNamespaces = ['prod', 'staging'] as const;

/** A game with everything in it. */
export const gameFull = z.object({
  game_id: uuid,
  name_id,
  display_name,
  developer_group_id: uuid,
  create_ts: timestamp,
  logo_url: z.url().optional(),
  banner_url: z.url().optional(),
  total_player_count: u32,
  available_regions: z.array(regionSummary),
  namespaces: z.array(namespaceSummary),
  versions: z.array(versionSummary),
});
/** A game with everything in it. */
export type GameFull = z.infer<typeof gameFull>;

/** A game as the list of games shows it. `url` and what a developer has beyond its name are what clients of the original expect. */
export const gameSummary = z.object({
  game_id: uuid,
  name_id,
  display_name,
  create_ts: timestamp,
  logo_url: z.url().optional(),
  banner_url: z.url().optional(),
  developer: z.object({
    group_id: uuid,
    display_name,
    external: externalLinks.optional(),
    is_developer: z.boolean().optional(),
  }),
  url: z.url().optional(),
  total_player_count: u32,
});
/** A game as the list of games shows it. */
export type GameSummary = z.infer<typeof gameSummary>;

/** What a new game is made of. */
export const createGameBody = z.object({ developer_group_id: z.string(), display_name });

/** The names a game asks for. */
export const validateGameBody = z.object({ display_name, name_id: optional(name_id) });

/** New names for a game; what is absent stays. */
export const updateGameBody = z.object({ display_name: optional(display_name), name_id: optional(name_id) });

/** The logo or banner a caller is about to upload. */
export const preparePictureBody = z.object({ path: z.string(), content_length: sentU64, mime: optional(z.string()) });
/** The logo or banner a caller is about to upload. */
export type PreparePictureBody = z.output<typeof preparePictureBody>;
