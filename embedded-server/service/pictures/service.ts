// A game's logo and banner: prepared like any upload, looked at when they are in, and shown from then on.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { PreparePictureBody } from '../../../src-shared/service/games.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import { pathProblems } from '../../platform/validation/texts.ts';
import type { GameService } from '../games/service.ts';
import type { Finisher, UploadService } from '../uploads/service.ts';
import type { UploadRecord } from '../uploads/store.ts';
import { sniffPicture } from './sniff.ts';

export type PictureKind = 'logo' | 'banner';
const MOST_BYTES: Record<PictureKind, number> = { logo: 5_000_000, banner: 10_000_000 };

export type PictureService = ReturnType<typeof createPictureService>;

export function createPictureService({ database, games }: { database: Database; games: GameService }) {
  const shown = {
    logo: query<{ upload_id: string | null }>(
      database,
      'SELECT logo_upload_id AS upload_id FROM games WHERE game_id = ?',
    ),
    banner: query<{ upload_id: string | null }>(
      database,
      'SELECT banner_upload_id AS upload_id FROM games WHERE game_id = ?',
    ),
  };
  const show = {
    logo: command(database, 'UPDATE games SET logo_upload_id = ? WHERE game_id = ?'),
    banner: command(database, 'UPDATE games SET banner_upload_id = ? WHERE game_id = ?'),
  };
  const finisher = (kind: PictureKind, replaced: (upload_id: string) => void): Finisher => {
    let before: string | undefined;
    return {
      inspect: async (file) => void (await sniffPicture(file)),
      publish: ({ upload_id, game_id }) => {
        before = shown[kind].one(game_id)?.upload_id ?? undefined;
        games.change(game_id, () => show[kind](upload_id, game_id));
      },
      published: ({ upload_id }) => {
        if (before !== undefined && before !== upload_id) replaced(before);
      },
    };
  };
  return {
    finisher,
    prepare: async (
      uploads: UploadService,
      kind: PictureKind,
      game_id: string,
      request: PreparePictureBody & { by: TokenId },
    ) => {
      refuse(kind, request);
      const { path, content_length: contentLength, by } = request;
      const upload = await uploads.prepare({ kind, game_id, path, contentLength, partSize: contentLength, by });
      database.change(() => uploads.insert(upload));
      return upload;
    },
    /** An upload of this kind for this game; any other is none here. */
    one: (uploads: UploadService, kind: PictureKind, game_id: string, upload_id: string): UploadRecord => {
      const upload = uploads.one(upload_id);
      if (upload.kind !== kind || upload.game_id !== game_id) throw new AppError('UPLOAD_NOT_FOUND');
      return upload;
    },
  };
}

/** Pictures that were replaced, and not yet removed when the service ended. */
export function unshownPictures(database: Database): string[] {
  const unshown = query<{ upload_id: string }>(
    database,
    `SELECT upload_id FROM uploads u JOIN games g USING (game_id) WHERE u.kind <> 'build' AND u.complete_ts IS NOT NULL
     AND u.upload_id IS NOT g.logo_upload_id AND u.upload_id IS NOT g.banner_upload_id`,
  );
  return unshown.all().map((row) => row.upload_id);
}

function refuse(kind: PictureKind, { path, content_length: bytes }: PreparePictureBody): void {
  refuseProblems('invalid.picture', pathProblems('path', path));
  if (bytes > MOST_BYTES[kind]) {
    throw new AppError('UPLOAD_TOO_LARGE', 'picture.too-many-bytes', { kind, limit: MOST_BYTES[kind] });
  }
  if (bytes === 0) throw new AppError('UPLOAD_INVALID', 'picture.no-bytes', { kind });
}
