// Device links: how a waiting tool gets a cloud token that nobody types. Making a link stores nothing, since its token
// says all there is to say, so nobody can fill the disk by asking for links. Completing one is what is recorded.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Caller } from '../../platform/access/callers.ts';
import { hashSecret } from '../../platform/access/token-secrets.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FolderKey } from '../../platform/storage/folder-key.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { TokenService } from '../tokens/service.ts';
import { type Asking, createSignedLinks, type OpenLink } from './signed-link.ts';
import type { LinkStore } from './store.ts';

const SWEEP_MS = 60_000;
const TOKEN_NAME = 'Linked device';
/** The revision of a link that nobody completed yet; the counter's own numbers are all above it. */
const NOT_COMPLETE = 0;

export type DeviceParts = {
  store: LinkStore;
  tokens: TokenService;
  database: Database;
  revision: Revision;
  hub: WatchHub;
  key: FolderKey;
  now: () => number;
};
export type DeviceService = ReturnType<typeof createDeviceService>;

export const linkKey = (link_id: string) => `device-link:${link_id}`;

export function createDeviceService({ store, tokens, database, revision, hub, key, now }: DeviceParts) {
  const signedLinks = createSignedLinks(key.derive('device-link-token'), now);
  const sealKey = key.derive('device-link-sealed-token');
  const sweep = () => {
    if (store.hasExpired(now())) database.change(() => store.removeExpired(now()));
  };
  sweep();
  const sweeping = setInterval(() => trySweep(sweep), SWEEP_MS);
  sweeping.unref();
  return {
    create: (asking: Asking) => signedLinks.sign(asking),
    verify: (token: string): Promise<OpenLink> => signedLinks.verify(token),
    complete: async (token: string, game_id: string, by: Caller): Promise<void> => {
      const { link_id, expireTs } = await signedLinks.verify(token);
      if (store.one(link_id) !== undefined) throw new AppError('CLOUD_DEVICE_LINK_ALREADY_COMPLETE');
      tokens.create({ game_id, name: TOKEN_NAME }, by, (made) => {
        const sealed = seal(sealKey, link_id, made.token);
        store.insert({ link_id, revision: revision.next(), expire_ts: expireTs, sealed_token: sealed, refused: 0 });
      });
      hub.wake(linkKey(link_id));
    },
    /** The same end without a token. */
    refuse: async (token: string): Promise<void> => {
      const { link_id, expireTs } = await signedLinks.verify(token);
      if (store.one(link_id) !== undefined) throw new AppError('CLOUD_DEVICE_LINK_ALREADY_COMPLETE');
      database.change(() =>
        store.insert({ link_id, revision: revision.next(), expire_ts: expireTs, sealed_token: null, refused: 1 }),
      );
      hub.wake(linkKey(link_id));
    },
    isRefused: ({ link_id }: OpenLink): boolean => store.one(link_id)?.refused === 1,
    /** Whether somebody said yes or no to it. */
    isOver: ({ link_id }: OpenLink): boolean => store.one(link_id) !== undefined,
    revision: (link: OpenLink): number => {
      if (link.expireTs <= now()) throw new AppError('TOKEN_EXPIRED');
      return store.one(link.link_id)?.revision ?? NOT_COMPLETE;
    },
    /** The cloud token of a completed link, given out once and forgotten in the same step. */
    takeToken: ({ link_id }: OpenLink): string | undefined => {
      const sealed = store.one(link_id)?.sealed_token ?? undefined;
      if (sealed === undefined) return undefined;
      const token = unseal(sealKey, link_id, sealed);
      // Revoked before the device fetched it: the link is over.
      if (token !== undefined && tokens.find(hashSecret(token)) === undefined) throw new AppError('TOKEN_EXPIRED');
      database.change(() => store.forgetToken(link_id));
      return token;
    },
    sweep,
    close: () => clearInterval(sweeping),
  };
}

/** A full disk is no reason to end the service: links are checked for their age wherever they are read. */
function trySweep(sweep: () => void): void {
  try {
    sweep();
  } catch {
    // the next sweep tries again
  }
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, tag, then the text; it opens only with the same key and for the same link. */
function seal(key: Buffer, link_id: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(link_id));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The text; undefined when the key is another one or the bytes were changed. */
function unseal(key: Buffer, link_id: string, sealed: Uint8Array): string | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(link_id))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
