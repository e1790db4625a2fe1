// The token of a device link: a JSON Web Token that names the link, for one hour. Only what we signed is taken.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** Links are rare: a start does without it. */
const loadJose = () => import('jose');
const AUDIENCE = 'device-link';
const ALGORITHM = 'HS256';
const LONGEST = 1_024;
const asking = z.object({ address: z.string().optional(), program: z.string().optional() });
const LINK_SECONDS = 3_600;

/** Who asks for a link, as far as it is known: an address, and what the program calls itself. */
export type Asking = { address?: string | undefined; program?: string | undefined };
export type OpenLink = { link_id: string; expireTs: number; asking: Asking };
export type LinkTokens = {
  sign(asking: Asking): Promise<{ link_id: string; token: string }>;
  /** The link that a token names; TOKEN_INVALID or TOKEN_EXPIRED otherwise. */
  verify(token: string): Promise<OpenLink>;
};

export function createSignedLinks(key: Uint8Array, now: () => number): LinkTokens {
  return {
    sign: async ({ address, program }) => {
      const link_id = randomUUID();
      const issued = Math.floor(now() / 1000);
      const { SignJWT } = await loadJose();
      const token = await new SignJWT({ ...(address && { address }), ...(program && { program }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setJti(link_id)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(issued + LINK_SECONDS)
        .sign(key);
      return { link_id, token };
    },
    verify: async (token) => {
      if (!isPlainlyWritten(token)) throw new AppError('TOKEN_INVALID');
      const { jti, exp, ...claims } = await claimsOf(token, key, now);
      if (jti === undefined || exp === undefined) throw new AppError('TOKEN_INVALID');
      return { link_id: jti, expireTs: exp * 1000, asking: asking.parse(claims) };
    },
  };
}

async function claimsOf(token: string, key: Uint8Array, now: () => number) {
  const { errors, jwtVerify } = await loadJose();
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['jti', 'exp'],
      currentDate: new Date(now()),
    });
    return payload;
  } catch (thrown) {
    throw new AppError(thrown instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID', undefined, {
      cause: thrown,
    });
  }
}

/** Base64url can spell the same bytes in several ways; a link's token has one spelling. */
function isPlainlyWritten(token: string): boolean {
  if (token.length > LONGEST) return false;
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
