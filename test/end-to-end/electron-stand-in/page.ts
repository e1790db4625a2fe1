// One window of the stand-in: a page of a real Chromium, which the test holds. A driver in each app, and a browser of its own, took half
// as much computing again as the app's start.
import { type AppAsks, createLink, type LinkMessage, type TestAsks } from './link.ts';

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
  loaded: Promise<void>;
  send(channel: string, frame: unknown): void;
  reload(): Promise<void>;
  close(): Promise<void>;
};

const pages: PageOptions[] = [];

function optionsOf(page: number): PageOptions {
  const options = pages[page];
  if (options === undefined) throw new Error(`There is no page ${page}`);
  return options;
}

const answers: TestAsks = {
  serve: async ({ page, url }) => {
    const response = await optionsOf(page).handler({ url });
    const body = Buffer.from(await response.arrayBuffer()).toString('base64');
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  },
  mayNavigate: ({ page, url }) => optionsOf(page).mayNavigate(url),
  mayOpen: ({ page, url }) => optionsOf(page).mayOpen(url),
  navigated: ({ page, url }) => optionsOf(page).onNavigated(url),
  frame: ({ page, channel, frame, from }) => optionsOf(page).onFrame(channel, frame, from),
  gone: ({ page }) => optionsOf(page).onGone(),
};
const link = createLink<AppAsks>((message) => void process.send?.(message), answers);

/** A message of the test about a page. */
export function hearOfPage(message: LinkMessage): void {
  void link.hear(message);
}

export function openPage(options: PageOptions): StandInPage {
  const { url, preload, size } = options;
  const page = pages.push(options) - 1;
  return {
    loaded: link.ask('open', { page, url, preload, size }),
    send: (channel, frame) => void link.ask('send', { page, channel, frame }),
    reload: () => link.ask('reload', { page }),
    close: () => link.ask('close', { page }),
  };
}
