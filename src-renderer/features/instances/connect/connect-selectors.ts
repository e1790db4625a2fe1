// What follows from connecting: at which field a failure belongs, and the words of a device link. Pure.
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { DeviceLinkView } from '../../../../src-shared/instances/bridge.ts';
import { t } from '../../../text/t.ts';
import { errorsOf } from '../../../ui/name-problems.ts';
import type { ConnectProblem, SignIn } from './connect-store.ts';

const ofToken = new Set([
  'API_UNAUTHORIZED',
  'API_FORBIDDEN',
  'TOKEN_INVALID',
  'INSTANCE_EXISTS',
  'SECRETS_UNAVAILABLE',
]);

/** A refused token is mended at the token; nearly all else at the address. */
export function problemAt(error: AppError, by: SignIn): ConnectProblem {
  const { message } = error;
  const typedAt = errorsOf(error)[0]?.path[0];
  if (typedAt === 'display-name') return { field: 'name', message };
  if (by === 'token') {
    const isOfToken = ofToken.has(error.code) || typedAt === 'token';
    return { field: isOfToken ? 'token' : 'url', message };
  }
  return { field: error.code === 'INSTANCE_ADDRESS' || typedAt === 'url' ? 'url' : 'link', message };
}

/** What is left of a link, as a clock: "9:41 left". */
export function formatLeft(link: DeviceLinkView, now: number): string {
  const seconds = Math.max(0, Math.ceil((link.expires_at - now) / 1000));
  const minutes = Math.floor(seconds / 60);
  return t('{clock} left', { clock: `${minutes}:${String(seconds % 60).padStart(2, '0')}` });
}

/** The code is a long token: in groups of four it can be compared. It is copied whole, without the spaces. */
export function codeGroups(code: string): string[] {
  return code.match(/.{1,4}/gsu) ?? [];
}
