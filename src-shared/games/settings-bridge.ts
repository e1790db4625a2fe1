// The settings of a game as the window changes them: its names, its pictures, its tokens, and devices that ask for one.
import { z } from 'zod';
import { call } from '../bridge/define.ts';
import { token, tokenCan } from '../service/tokens.ts';
import { validationAnswer } from '../service/validation.ts';
import { typedLabel, typedName, typedSoFar, typedToken } from '../typed-fields.ts';

const id = z.string().min(1).max(200);
const game = z.object({ instance_id: id, game_id: id });

/** So many bytes a picture may have, as the service has it. */
export const pictureLimits = { logo: 5_000_000, banner: 10_000_000 } as const;
/** So many bytes of a picture go over the bridge at once. */
export const PICTURE_CHUNK = 393_216;

/** Which picture of a game. */
export const pictureKind = z.enum(['logo', 'banner']);
export type PictureKind = z.infer<typeof pictureKind>;

/** Calls about the settings of a game. */
export const gameSettingsCalls = {
  /** What is wrong with names before they are set. One that stays as it is has to be left out, or it is taken. */
  'games.validateNames': call(
    z.object({ instance_id: id, display_name: typedSoFar, name_id: typedSoFar.optional() }),
    validationAnswer,
  ),
  'games.rename': call(game.extend({ display_name: typedName.optional(), name_id: typedSoFar.optional() }), z.void()),
  /** A picture comes in chunks and is sent when all of them are here. */
  'games.beginPicture': call(
    game.extend({
      kind: pictureKind,
      mime: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      bytes: z.int().min(1).max(pictureLimits.banner),
    }),
    z.object({ picture_id: z.string() }),
  ),
  'games.addToPicture': call(
    z.object({ picture_id: id, offset: z.int().min(0), data: z.base64().max(PICTURE_CHUNK * 1.4) }),
    z.void(),
  ),
  'games.sendPicture': call(z.object({ picture_id: id }), z.void()),
  'games.tokens': call(game, z.object({ tokens: z.array(token) })),
  /**
   * A token with what it may do, for all of the game or one namespace, for so many seconds or for ever. Without rights one of
   * the kinds that every instance has. The secret is shown this once.
   */
  'games.createToken': call(
    game.extend({
      name: typedLabel,
      namespace_id: id.optional(),
      can: tokenCan.min(1).optional(),
      expires_in: z.int().min(1).optional(),
    }),
    z.object({ token: z.string(), token_id: z.string() }),
  ),
  'games.revokeToken': call(game.extend({ token_id: id }), z.void()),
  /** Gives a waiting device a token of this game. */
  'games.completeDeviceLink': call(game.extend({ device_link_token: typedToken }), z.void()),
};
