// Where the window's page comes from: our own scheme, which serves the built files and pictures of games. And what holds for every page
// that could ever appear in the app.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App, Protocol } from 'electron';
import { PICTURES } from '../../src-shared/games/shown-pictures.ts';
import type { ShownPictures } from '../core/games/shown-pictures.ts';
import { contentSecurityPolicy, windowFileTypes } from '../core/window-policy.ts';

const SCHEME = 'slipway';
const PAGE_ORIGIN = `${SCHEME}://app`;
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`;

/** Has to happen before the app is ready. */
export function declareScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

export function servePage(
  protocol: Pick<Protocol, 'handle'>,
  folder: string,
  pictures: () => ShownPictures | undefined,
) {
  protocol.handle(SCHEME, async (request) => {
    const { origin, pathname, searchParams } = splitUrl(request.url);
    if (origin === PAGE_ORIGIN && pathname === PICTURES) return await answerPicture(pictures(), searchParams);
    const file = path.resolve(folder, `.${pathname}`);
    const type = windowFileTypes[path.extname(file)];
    const isInside = file.startsWith(folder + path.sep);
    if (origin !== PAGE_ORIGIN || type === undefined || !isInside) return new Response(null, { status: 404 });
    const body = await readFile(file).catch(() => null);
    if (body === null) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      },
    });
  });
}

/** Whether a frame shows our page: the built one, or in development the one of the dev server. */
export function isOurPage(url: string, devServer: string | undefined): boolean {
  if (url.startsWith(`${PAGE_ORIGIN}/`)) return true;
  return devServer !== undefined && URL.canParse(url) && new URL(url).origin === new URL(devServer).origin;
}

/** Each page stays with us, opens nothing and embeds nothing. */
export function lockDown(app: Pick<App, 'on' | 'enableSandbox'>, devServer: string | undefined): void {
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { url: string; preventDefault(): void }) => {
      // Our own page may load itself again; that is how the window recovers from an error.
      if (!isOurPage(event.url, devServer)) event.preventDefault();
    };
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

async function answerPicture(pictures: ShownPictures | undefined, query: URLSearchParams): Promise<Response> {
  if (pictures === undefined) return new Response(null, { status: 404 });
  const { status, headers, body } = await pictures.answer(query);
  return new Response(body === null ? null : new Uint8Array(body), { status, headers });
}

/** Node's URL gives our own scheme no origin, so it is put together here. */
function splitUrl(url: string): { origin: string; pathname: string; searchParams: URLSearchParams } {
  const { protocol, host, pathname, searchParams } = new URL(url);
  return { origin: `${protocol}//${host}`, pathname: decodeURIComponent(pathname), searchParams };
}
