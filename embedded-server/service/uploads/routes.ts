// Answers the calls about uploads of any kind.

import { AppError } from '../../../src-shared/errors/app-error.ts';
import { mayDo } from '../../../src-shared/service/token-rights.ts';
import type { Caller } from '../../platform/access/callers.ts';
import { tokenIdOf } from '../../platform/access/given-access.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import { contentDigest } from './part-headers.ts';
import type { Reuser } from './reuse.ts';
import type { UploadService } from './service.ts';
import type { UploadRecord } from './store.ts';

type Served = 'getUpload' | 'completeUpload';

export type UploadRouteParts = {
  uploads: UploadService;
  reuser: Reuser;
  /** The namespace that it was sent to, if it is of a build. */
  namespaceOf(upload_id: string): string | undefined;
};

export function uploadHandlers({ uploads, reuser, namespaceOf }: UploadRouteParts): SomeHandlers<Served> {
  /** An upload's address names no game, so a token for another place learns no more than that there is no such upload. */
  const find = (caller: Caller, upload_id: string): UploadRecord => {
    const upload = uploads.one(upload_id);
    if (isElsewhere(caller, upload, namespaceOf)) throw new AppError('UPLOAD_NOT_FOUND');
    return upload;
  };
  return {
    getUpload: async ({ params }, { caller }) => {
      const upload = find(caller, params.upload_id);
      const listed = await uploads.list(upload, tokenIdOf(caller));
      const parts = listed.map(({ found, held, ...part }) => ({
        ...part,
        received: found !== undefined,
        ...(found?.digest === undefined ? {} : { content_digest: contentDigest(found.digest) }),
        ...(found?.etag === undefined ? {} : { etag: found.etag }),
        ...(held === undefined ? {} : { bytes_held: held }),
      }));
      const { upload_id, content_length } = upload;
      const create_ts = timestampOf(upload.create_ts);
      const complete = upload.complete_ts !== null;
      const torn = upload.object === null ? { keeps_torn_parts: true as const } : {};
      return { upload: { upload_id, create_ts, content_length, complete, ...torn, parts } };
    },
    completeUpload: async ({ params }, { caller }) => {
      const { upload_id } = find(caller, params.upload_id);
      await reuser.settled(upload_id);
      await uploads.complete(upload_id, tokenIdOf(caller));
      return {};
    },
  };
}

function isElsewhere(caller: Caller, upload: UploadRecord, namespaceOf: UploadRouteParts['namespaceOf']): boolean {
  if (caller.kind === 'owner') return false;
  if (caller.kind !== 'cloud') return true;
  const only = caller.limits?.namespace_id;
  const namespace_id = namespaceOf(upload.upload_id);
  if (caller.game_id !== upload.game_id || (only !== undefined && namespace_id !== only)) return true;
  // Logos and banners are of no namespace, and an address of theirs changes what all see.
  return namespace_id === undefined && caller.limits !== undefined && !mayDo(caller.limits.can, 'admin');
}
