// Answers the calls about a game's logo and banner.

import type { Caller } from '../../platform/access/callers.ts';
import { tokenIdOf } from '../../platform/access/given-access.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { GameService } from '../games/service.ts';
import type { UploadService } from '../uploads/service.ts';
import type { PictureKind, PictureService } from './service.ts';

type Parts = { pictures: PictureService; games: GameService; uploads: UploadService };
type Served = 'prepareGameLogo' | 'completeGameLogo' | 'prepareGameBanner' | 'completeGameBanner';
type PictureRequest = Omit<Parameters<PictureService['prepare']>[3], 'by'>;

export function pictureHandlers({ pictures, games, uploads }: Parts): SomeHandlers<Served> {
  const prepare = async (kind: PictureKind, caller: Caller, game_id: string, request: PictureRequest) => {
    const by = tokenIdOf(caller);
    const upload = await pictures.prepare(uploads, kind, games.one(game_id).game_id, { ...request, by });
    const [presigned] = uploads.presign(upload, by);
    if (presigned === undefined) throw new Error('An upload has at least one part');
    return { presigned_request: presigned, upload_id: upload.upload_id };
  };
  const complete = async (kind: PictureKind, caller: Caller, params: { game_id: string; upload_id: string }) => {
    const { game_id } = games.one(params.game_id);
    await uploads.complete(pictures.one(uploads, kind, game_id, params.upload_id).upload_id, tokenIdOf(caller));
    return {};
  };
  return {
    prepareGameLogo: ({ params, body }, { caller }) => prepare('logo', caller, params.game_id, body),
    prepareGameBanner: ({ params, body }, { caller }) => prepare('banner', caller, params.game_id, body),
    completeGameLogo: ({ params }, { caller }) => complete('logo', caller, params),
    completeGameBanner: ({ params }, { caller }) => complete('banner', caller, params),
  };
}
