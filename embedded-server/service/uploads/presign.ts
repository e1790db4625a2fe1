// Signs the addresses that parts are PUT to. The signature is the whole permission: it names upload, part and expiry.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** How long an address works. */
const LIFETIME_MS = 6 * 60 * 60 * 1000;
const TARGET = /^\/uploads\/([0-9a-f-]{36})\/([1-9]\d{0,4})\?expires=(\d{1,15})&signature=([\w-]{43})$/;

export type Presigner = {
  sign(upload_id: string, part: number): string;
  /** What an address is for; throws when it was changed or is too old. */
  verify(target: string): { upload_id: string; part: number };
};

export function createPresigner(key: Buffer, options: { publicUrl: () => string; now: () => number }): Presigner {
  const signature = (upload_id: string, part: number | string, expires: number | string) =>
    createHmac('sha256', key).update(`${upload_id}/${part}/${expires}`).digest('base64url');
  return {
    sign: (upload_id, part) => {
      const expires = options.now() + LIFETIME_MS;
      const query = `expires=${expires}&signature=${signature(upload_id, part, expires)}`;
      return `${options.publicUrl()}/uploads/${upload_id}/${part}?${query}`;
    },
    verify: (target) => {
      const [, upload_id = '', part = '', expires = '', given = ''] = TARGET.exec(target) ?? [];
      const good = Buffer.from(signature(upload_id, part, expires));
      const same = given.length === good.length && timingSafeEqual(Buffer.from(given), good);
      if (!same) throw new AppError('API_FORBIDDEN', 'upload.address-changed');
      if (Number(expires) < options.now()) throw new AppError('UPLOAD_URL_EXPIRED');
      return { upload_id, part: Number(part) };
    },
  };
}
