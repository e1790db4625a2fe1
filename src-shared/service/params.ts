// The path parameters that rows share. Every id in a path is a UUID of ours.
import { z } from 'zod';
import { uuid } from './common.ts';

/** One game. */
export const gameParams = z.object({ game_id: uuid });

/** One namespace of a game. */
export const namespaceParams = z.object({ game_id: uuid, namespace_id: uuid });

/** One namespace of a game, by the name that `/games/...` paths give it. */
export const environmentParams = z.object({ game_id: uuid, environment_id: uuid });

/** One version of a game. */
export const versionParams = z.object({ game_id: uuid, version_id: uuid });

/** One server of a namespace. */
export const serverParams = z.object({ game_id: uuid, environment_id: uuid, server_id: uuid });

/** One build of a namespace. */
export const buildParams = z.object({ game_id: uuid, environment_id: uuid, build_id: uuid });

/** One upload of a game's picture. */
export const pictureUploadParams = z.object({ game_id: uuid, upload_id: uuid });

/** One upload. */
export const uploadParams = z.object({ upload_id: uuid });

/** One developer group. */
export const groupParams = z.object({ group_id: uuid });

/** One region. */
export const regionParams = z.object({ region_id: uuid });

/** One node. */
export const nodeParams = z.object({ node_id: uuid });

/** One token of a game. */
export const tokenParams = z.object({ game_id: uuid, token_id: uuid });
