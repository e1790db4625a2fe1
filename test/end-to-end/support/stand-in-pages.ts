// The pages of an app on the stand-in: each in a context of a real Chromium, with the app's preload script and its own scheme.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright';
import { type AppAsks, createLink, isOfLink, type TestAsks } from '../electron-stand-in/link.ts';
import { createPathFinder, webUtilsScript } from './file-paths.ts';

/** Chromium knows no scheme of ours, so the page has this address instead; the app only ever sees its own. */
const STAND_IN_ORIGIN = 'http://slipway-app.test';
const APP_ORIGIN = 'slipway://app';

export type PageHolder = {
  browser: Browser;
  /** Nothing moves in the pages. */
  isStill: boolean;
};

type AskApp = ReturnType<typeof createLink<TestAsks>>['ask'];
type Held = { page: Page; reload(): Promise<void> };

/** Answers a list of them that grows as the app opens them. They go when the app does. */
export function holdPages(child: ChildProcess, { browser, isStill }: PageHolder): readonly Page[] {
  const pages: Page[] = [];
  const held: Held[] = [];
  const answers: AppAsks = {
    open: async ({ page: at, url, preload, size }) => {
      const context = await browser.newContext({ viewport: size, reducedMotion: isStill ? 'reduce' : null });
      child.once('exit', () => void context.close());
      const page = await context.newPage();
      pages.push(page);
      const load = await prepare(page, at, preload, link.ask);
      held[at] = { page, reload: () => load(toStandIn(url), () => page.reload()) };
      await load(toStandIn(url), () => page.goto(toStandIn(url)));
    },
    send: ({ page, channel, frame }) => {
      const deliver = ([to, sent]: [string, unknown]) => Reflect.get(globalThis, '__standInReceive')(to, sent);
      // The page may be gone or between two documents; Electron drops such frames as well.
      held[page]?.page.evaluate(deliver, [channel, frame] as [string, unknown]).catch(() => undefined);
    },
    reload: async ({ page }) => await held[page]?.reload(),
    close: async ({ page }) => await held[page]?.page.close(),
  };
  const link = createLink<TestAsks>((message) => void (child.connected && child.send(message)), answers);
  child.on('message', (message: object) => void (isOfLink(message) && link.hear(message)));
  return pages;
}

/** Answers how it is loaded: what leads to another address without that is for the app to allow. */
async function prepare(page: Page, at: number, preload: string, ask: AskApp) {
  let wanted: string | undefined;
  await page.route('**/*', (route) => takeRequest(route, { page, at, ask, isGoing: (url) => url === wanted }));
  const withPaths = await createPathFinder(page);
  await page.exposeBinding('__standInSend', async ({ frame }, channel: string, sent: unknown) => {
    const from = { isMainFrame: frame === page.mainFrame(), frameUrl: toApp(frame.url()) };
    void ask('frame', { page: at, channel, frame: await withPaths(sent), from });
  });
  await page.addInitScript({ content: preloadScript(preload) });
  await whenNavigated(page, (url) => void ask('navigated', { page: at, url }));
  page.on('popup', async (popup) => {
    if (!(await ask('mayOpen', { page: at, url: toApp(popup.url()) }))) await popup.close();
  });
  page.once('close', () => void ask('gone', { page: at }));
  return async (url: string, load: () => Promise<unknown>) => {
    wanted = url;
    await load();
    wanted = undefined;
  };
}

type Asking = { page: Page; at: number; ask: AskApp; isGoing(url: string): boolean };

async function takeRequest(route: Route, { page, at, ask, isGoing }: Asking): Promise<void> {
  const request = route.request();
  const url = request.url();
  const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame() && !isGoing(url);
  if (leaves && !(await ask('mayNavigate', { page: at, url: toApp(url) }))) return await route.abort('aborted');
  if (!url.startsWith(STAND_IN_ORIGIN)) return await route.abort();
  const { status, headers, body } = await ask('serve', { page: at, url: toApp(url) });
  return await route.fulfill({ status, headers, body: Buffer.from(body, 'base64') });
}

/** Chromium itself says when a new document is in place; moves within one (the hash) are not told here. */
async function whenNavigated(page: Page, tell: (url: string) => void): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined && frame.url.startsWith('http')) tell(toApp(frame.url));
  });
}

/** Runs the built preload bundle before the page's own scripts, with what a sandboxed preload may require. */
function preloadScript(file: string): string {
  return `(() => {
    const listeners = new Map();
    window.__standInReceive = (channel, frame) => (listeners.get(channel) ?? []).forEach((each) => each({}, frame));
    const ipcRenderer = {
      send: (channel, frame) => void window.__standInSend(channel, frame),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    };
    const contextBridge = {
      exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value: Object.freeze(value) }),
    };
    const require = (name) => {
      if (name === 'electron') return { contextBridge, ipcRenderer, webUtils: ${webUtilsScript} };
      throw new Error('A sandboxed preload may not require ' + name);
    };
    ((require, module, exports) => {${readFileSync(file, 'utf8')}\n})(require, { exports: {} }, {});
  })();`;
}

function toStandIn(url: string): string {
  return url.replace(APP_ORIGIN, STAND_IN_ORIGIN);
}

function toApp(url: string): string {
  return url.replace(STAND_IN_ORIGIN, APP_ORIGIN);
}
