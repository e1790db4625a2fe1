// Asks for what a person changes about a game: its names, pictures and tokens. Failures are answered for the place they belong to.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { PICTURE_CHUNK, type PictureKind } from '../../../src-shared/games/settings-bridge.ts';
import type { TokenRight } from '../../../src-shared/service/token-rights.ts';
import type { Token } from '../../../src-shared/service/tokens.ts';
import { client } from '../../bridge/client.ts';
import { phrase, t } from '../../text/t.ts';
import { type Errors, errorsOf, type NameProblems, nameRefusal } from '../../ui/name-problems.ts';
import { say } from '../../ui/notices/notices-actions.ts';

/** What a token is to be; without rights it is of the kinds that every instance has. */
export type NewToken = { name: string; namespace_id?: string; can?: TokenRight[]; expires_in?: number };

/** A game of an instance. */
export type GamePlace = { instance_id: string; game_id: string };

const idsOf = ({ instance_id, game_id }: GamePlace) => ({ instance_id, game_id });

/** What is wrong with names that are being typed. When the instance cannot be asked, setting them says why. */
export async function checkGameNames(
  instance_id: string,
  names: { display_name: string; name_id?: string },
): Promise<Errors> {
  try {
    return (await client.call('games.validateNames', { instance_id, ...names })).errors;
  } catch (thrown) {
    return errorsOf(asAppError(thrown));
  }
}

/** Gives a game other names. Answers what is wrong, if it was not done. */
export async function renameGame(
  place: GamePlace,
  names: { display_name?: string; name_id?: string },
): Promise<NameProblems | undefined> {
  try {
    await client.call('games.rename', { ...idsOf(place), ...names });
    say({
      state: 'done',
      title: phrase('Names saved'),
      detail: phrase('Everybody who follows the game sees them now.'),
    });
    return undefined;
  } catch (thrown) {
    return nameRefusal(asAppError(thrown), t('The names were not changed.'));
  }
}

/** Sends a picture, a piece at a time. Answers what is wrong, if it does not show. */
export async function sendPicture(place: GamePlace, kind: PictureKind, picture: Blob): Promise<string | undefined> {
  try {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const { picture_id: id } = await client.call('games.beginPicture', {
      ...idsOf(place),
      kind,
      bytes: bytes.length,
      mime: picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
    });
    for (let offset = 0; offset < bytes.length; offset += PICTURE_CHUNK) {
      const data = base64Of(bytes.subarray(offset, offset + PICTURE_CHUNK));
      await client.call('games.addToPicture', { picture_id: id, offset, data });
    }
    await client.call('games.sendPicture', { picture_id: id });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(pieces.join(''));
}

/** The tokens of a game, without their secrets. Throws a sentence. */
export async function readTokens(place: GamePlace): Promise<Token[]> {
  return (await client.call('games.tokens', idsOf(place))).tokens;
}

/** Makes a token; its secret is shown this once. Throws a sentence. */
export async function createToken(place: GamePlace, request: NewToken): Promise<string> {
  return (await client.call('games.createToken', { ...idsOf(place), ...request })).token;
}

/** Revokes a token. Throws a sentence. */
export async function revokeToken(place: GamePlace, token_id: string): Promise<void> {
  await client.call('games.revokeToken', { ...idsOf(place), token_id });
}

/** Gives a waiting device a token of the game. Answers what is wrong, if it got none. */
export async function completeDeviceLink(place: GamePlace, token: string): Promise<string | undefined> {
  try {
    await client.call('games.completeDeviceLink', { ...idsOf(place), device_link_token: token });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}
