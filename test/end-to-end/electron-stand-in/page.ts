// One window of the stand-in: a page of a real Chromium, with the app's preload script and its own scheme.
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright';
import { launchChromium } from '../../support/launch-chromium.ts';
import { createPathFinder, webUtilsScript } from './file-paths.ts';
import { report } from './report.ts';

/** Chromium knows no scheme of ours, so the page has this address instead; the app only ever sees its own. */
const STAND_IN_ORIGIN = 'http://slipway-app.test';
const APP_ORIGIN = 'slipway://app';

export type PageOptions = {
  url: string;
  preload: string;
  size: { width: number; height: number };
  handler: (request: { url: string }) => Response | Promise<Response>;
  mayNavigate(url: string): boolean;
  mayOpen(url: string): boolean;
  onNavigated(url: string): void;
  onFrame(channel: string, frame: unknown, from: { isMainFrame: boolean; frameUrl: string }): void;
  onGone(): void;
};

export type StandInPage = {
  send(channel: string, frame: unknown): void;
  reload(): Promise<void>;
  close(): Promise<void>;
};

export async function openPage(options: PageOptions): Promise<StandInPage> {
  const { browser, endpoint } = await launchChromium();
  report.browser(endpoint);
  const page = await browser.newPage({ viewport: options.size });
  let wanted: string | undefined;
  const isGoing = (url: string) => url === wanted;
  await page.route('**/*', (route) => takeRequest(options, route, page, isGoing));
  const withPaths = await createPathFinder(page);
  await page.exposeBinding('__standInSend', async ({ frame }, channel: string, sent: unknown) => {
    const from = { isMainFrame: frame === page.mainFrame(), frameUrl: toApp(frame.url()) };
    options.onFrame(channel, await withPaths(sent), from);
  });
  await page.addInitScript({ content: preloadScript(options.preload) });
  await reportNavigation(page, options);
  page.on('popup', (popup) => void (options.mayOpen(toApp(popup.url())) || popup.close()));
  page.once('close', () => void browser.close().finally(options.onGone));
  const go = async (load: () => Promise<unknown>) => {
    wanted = toStandIn(options.url);
    await load();
    wanted = undefined;
  };
  await go(() => page.goto(toStandIn(options.url)));
  return {
    send: (channel, frame) => {
      const deliver = ([to, sent]: [string, unknown]) => Reflect.get(window, '__standInReceive')(to, sent);
      // The page may be gone or between two documents; Electron drops such frames as well.
      page.evaluate(deliver, [channel, frame] as [string, unknown]).catch(() => undefined);
    },
    reload: () => go(() => page.reload()),
    close: () => page.close(),
  };
}

async function takeRequest(options: PageOptions, route: Route, page: Page, isGoing: (url: string) => boolean) {
  const request = route.request();
  const url = request.url();
  const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame() && !isGoing(url);
  if (leaves && !options.mayNavigate(toApp(url))) return await route.abort('aborted');
  if (!url.startsWith(STAND_IN_ORIGIN)) return await route.abort();
  const response = await options.handler({ url: toApp(url) });
  return await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** Chromium itself says when a new document is in place; moves within one (the hash) are not reported here. */
async function reportNavigation(page: Page, options: PageOptions): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined && frame.url.startsWith('http')) options.onNavigated(toApp(frame.url));
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
