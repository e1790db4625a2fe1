// What a build that is to be uploaded must be like. Pure.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { PrepareBuildBody } from '../../../src-shared/service/builds.ts';
import { utf8Length } from '../../../src-shared/service/limits.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import { PATH_BYTES, textProblems } from '../../platform/validation/texts.ts';
import type { WholeBuild } from './store.ts';

const TAG_BYTES = 256;
const KEY_BYTES = 200;

export function refusePrepare(wish: PrepareBuildBody, key: string | undefined, maxBytes: number): void {
  refuseProblems('The build', [
    ...displayNameProblems(wish.name),
    ...textProblems('image-tag', wish.image_tag, TAG_BYTES),
    ...textProblems('path', wish.image_file.path, PATH_BYTES),
  ]);
  if (wish.image_file.content_length > maxBytes) {
    throw new AppError('UPLOAD_TOO_LARGE', `A build may be ${maxBytes} bytes long here, not more.`, {
      metadata: { limit: maxBytes },
    });
  }
  if (key !== undefined && (key === '' || utf8Length(key) > KEY_BYTES)) {
    throw new AppError('API_BAD_BODY', `An Idempotency-Key is 1 to ${KEY_BYTES} bytes long.`);
  }
}

/** A key stands for one request. Another one under it is a mistake of the caller, and must not get the first one's build. */
export function refuseOtherRequest(build: WholeBuild, path: string, wish: PrepareBuildBody): void {
  const same =
    build.name === wish.name &&
    build.image_tag === wish.image_tag &&
    build.content_length === wish.image_file.content_length &&
    path === wish.image_file.path &&
    build.kind === (wish.kind ?? 'docker_image') &&
    build.compression === (wish.compression ?? 'none') &&
    build.multipart === Number(wish.multipart_upload === true);
  if (!same) throw new AppError('API_BAD_BODY', 'This Idempotency-Key was used for another build. Use a new one.');
}
