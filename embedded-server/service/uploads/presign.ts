// Signs the addresses that parts are PUT to. The signature is the whole permission: it names upload, part, expiry and the token
// that asked for it, with which it ends.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GivenAccess, TokenId } from '../../platform/access/given-access.ts';

/** How long an address works, also one of an object store. */
export const ADDRESS_LIFETIME_MS = 6 * 60 * 60 * 1000;
const TARGET =
  /^\/uploads\/([0-9a-f-]{36})\/([1-9]\d{0,4})\?expires=(\d{1,15})(?:&token=([0-9a-f-]{36}))?&signature=([\w-]{43})$/;

export type Presigner = {
  sign(upload_id: string, part: number, by: TokenId): string;
  /** What an address is for; throws when it was changed or is too old, or its token ended. */
  verify(target: string): { upload_id: string; part: number; by: TokenId };
};
export type PresignerOptions = { publicUrl: () => string; now: () => number; access: GivenAccess };

export function createPresigner(key: Buffer, options: PresignerOptions): Presigner {
  const signature = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(parts.join('/')).digest('base64url');
  return {
    sign: (upload_id, part, by) => {
      const expires = options.now() + ADDRESS_LIFETIME_MS;
      const token = by === undefined ? '' : `&token=${by}`;
      const query = `expires=${expires}${token}&signature=${signature(upload_id, part, expires, ...said(by))}`;
      return `${options.publicUrl()}/uploads/${upload_id}/${part}?${query}`;
    },
    verify: (target) => {
      const [, upload_id = '', part = '', expires = '', by, given = ''] = TARGET.exec(target) ?? [];
      const good = Buffer.from(signature(upload_id, part, expires, ...said(by)));
      const same = given.length === good.length && timingSafeEqual(Buffer.from(given), good);
      if (!same) throw new AppError('API_FORBIDDEN', 'upload.address-changed');
      if (Number(expires) < options.now()) throw new AppError('UPLOAD_URL_EXPIRED');
      const ended = options.access.whyEnded(by);
      if (ended !== undefined) throw ended;
      return { upload_id, part: Number(part), by };
    },
  };
}

function said(by: TokenId): string[] {
  return by === undefined ? [] : [by];
}
