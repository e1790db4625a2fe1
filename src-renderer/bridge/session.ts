// The browser shell's door: turns the token of the link into the secret of this window's session, and asks whether it is still good.
// The secret is in the session storage of this window and nowhere else: other windows, other ports and other sites have none of it.
import type { ErrorBody } from '../../src-shared/errors/app-error.ts';
import { errorBody } from '../../src-shared/errors/error-body.ts';
import { BRIDGE_PROTOCOL, SESSION, windowSession } from '../../src-shared/host/window-session.ts';
import { t } from '../text/t.ts';

/** What the shell says to this window. `unreachable` means nobody answered. */
export type SessionAnswer = { kind: 'good' } | { kind: 'refused'; error: ErrorBody } | { kind: 'unreachable' };

type Dependencies = { fetch: typeof fetch; location: Pick<Location, 'hash' | 'pathname' | 'search'>; history: History };

const KEY = 'slipway.window-session';

/** The token in a URL's hash, if it has one. */
export function tokenOfHash(hash: string): string | undefined {
  return /^#token=([^&]+)/.exec(hash)?.[1];
}

/** Trades the link's token for a session if there is one, else asks whether the session of this window is good. */
export async function openSession(dependencies: Dependencies): Promise<SessionAnswer> {
  const token = tokenOfHash(dependencies.location.hash);
  if (token === undefined) return askSession(dependencies.fetch);
  const answer = await ask(() =>
    dependencies.fetch(SESSION, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: decodeURIComponent(token) }),
    }),
  );
  if (answer.kind === 'unreachable') return answer;
  dependencies.history.replaceState(null, '', `${dependencies.location.pathname}${dependencies.location.search}#/`);
  // A link that was used already is no trouble in the window that used it.
  return answer.kind === 'refused' ? askSession(dependencies.fetch, answer) : answer;
}

/** Ends this window's session. Whether the shell heard it or not, this window knows its secret no more. */
export async function signOutWindow(fetcher: typeof fetch = window.fetch.bind(window)): Promise<void> {
  const headers = sessionHeaders();
  sessionStorage.removeItem(KEY);
  await fetcher(SESSION, { method: 'DELETE', headers });
}

/** What a request to the shell says of this window's session; nothing in Electron, which needs none. */
export function sessionHeaders(): Record<string, string> {
  const secret = sessionStorage.getItem(KEY);
  return secret === null ? {} : { authorization: `Bearer ${secret}` };
}

/** The same for the bridge: a WebSocket can be given no header. */
export function sessionProtocols(): string[] {
  return [BRIDGE_PROTOCOL, sessionStorage.getItem(KEY) ?? 'none'];
}

async function askSession(fetcher: typeof fetch, before?: SessionAnswer): Promise<SessionAnswer> {
  const answer = await ask(() => fetcher(SESSION, { headers: sessionHeaders() }));
  if (answer.kind === 'refused') sessionStorage.removeItem(KEY);
  return answer.kind === 'refused' && before !== undefined ? before : answer;
}

async function ask(request: () => Promise<Response>): Promise<SessionAnswer> {
  try {
    const response = await request();
    if (response.status === 200) sessionStorage.setItem(KEY, windowSession.parse(await response.json()).secret);
    if (response.ok) return { kind: 'good' };
    if (response.status !== 403) return { kind: 'unreachable' };
    const parsed = errorBody.safeParse(await response.json());
    if (parsed.success) return { kind: 'refused', error: parsed.data };
    return { kind: 'refused', error: { code: 'API_FORBIDDEN', message: t('No reason was given.') } };
  } catch {
    return { kind: 'unreachable' };
  }
}
