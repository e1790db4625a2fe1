// The browser shell's door: turns the token of the link into a session cookie, and asks whether the cookie is still good.
import type { ErrorBody } from '../../src-shared/errors/app-error.ts';
import { errorBody } from '../../src-shared/errors/error-body.ts';
import { t } from '../text/t.ts';

/** What the shell says to this window. `unreachable` means nobody answered. */
export type SessionAnswer = { kind: 'good' } | { kind: 'refused'; error: ErrorBody } | { kind: 'unreachable' };

type Dependencies = { fetch: typeof fetch; location: Pick<Location, 'hash' | 'pathname' | 'search'>; history: History };

/** The token in a URL's hash, if it has one. */
export function tokenOfHash(hash: string): string | undefined {
  return /^#token=([^&]+)/.exec(hash)?.[1];
}

/** Trades the link's token for a cookie if there is one, else asks whether the cookie is good. */
export async function openSession(dependencies: Dependencies): Promise<SessionAnswer> {
  const token = tokenOfHash(dependencies.location.hash);
  if (token === undefined) return askSession(dependencies.fetch);
  const answer = await ask(() =>
    dependencies.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: decodeURIComponent(token) }),
    }),
  );
  if (answer.kind === 'unreachable') return answer;
  dependencies.history.replaceState(null, '', `${dependencies.location.pathname}${dependencies.location.search}#/`);
  // A link that was used already is no trouble in the browser that used it.
  return answer.kind === 'refused' ? askSession(dependencies.fetch, answer) : answer;
}

async function askSession(fetcher: typeof fetch, before?: SessionAnswer): Promise<SessionAnswer> {
  const answer = await ask(() => fetcher('/session'));
  return answer.kind === 'refused' && before !== undefined ? before : answer;
}

async function ask(request: () => Promise<Response>): Promise<SessionAnswer> {
  try {
    const response = await request();
    if (response.status === 204) return { kind: 'good' };
    if (response.status !== 403) return { kind: 'unreachable' };
    const parsed = errorBody.safeParse(await response.json());
    if (parsed.success) return { kind: 'refused', error: parsed.data };
    return { kind: 'refused', error: { code: 'API_FORBIDDEN', message: t('The shell did not say why.') } };
  } catch {
    return { kind: 'unreachable' };
  }
}
