// Makes the secrets that tokens are, and the hashes that are kept of them. 256 random bits need no slow hash.
import { createHash, randomBytes } from 'node:crypto';
import type { SecretKind } from '../../../src-shared/secrets.ts';

export function makeSecret(kind: SecretKind): string {
  return `slipway_${kind}_${randomBytes(32).toString('base64url')}`;
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
