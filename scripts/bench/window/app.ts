// The whole app for measures of its window: the browser shell in a process of its own, and a real Chromium that shows it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { z } from 'zod';
import { findChromium } from '../../../src-main/browser/find-chromium.ts';
import { openNetwork } from '../../../src-main/core/http/network.ts';
import { createHttpTransport } from '../../../src-main/core/http/transport.ts';
import { createServiceClient, type ServiceClient } from '../../../src-shared/service/client.ts';
import type { ShellName } from '../../../test/end-to-end/support/shell-option.ts';
import { launchApp, type RunningApp } from '../../../test/end-to-end/support/shells.ts';
import { chromiumArguments } from '../../chromium-arguments.ts';

export type Place = { game_id: string; environment_id: string };

export type WindowBench = {
  readonly folder: string;
  readonly browser: Browser;
  readonly app: RunningApp;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Local's service, called as a tool would. */
  readonly client: ServiceClient;
  /** A game on Local with its first namespace. */
  readonly place: Place;
  /** Shows a page of the window. */
  show(hash: string): Promise<void>;
  /** Asks the core as a second window would. */
  ask(name: string, input: object): Promise<unknown>;
  /** Has something ended with the bench, once the app has ended. */
  onClose(end: () => Promise<void>): void;
  close(): Promise<void>;
};

const running = z.object({ url: z.string() });

type Options = {
  shell?: ShellName;
  /** Writes how late the app's first thread is to `loop-delay` in the folder. */
  watchLoop?: boolean;
  /** Collects garbage in all threads of the app, again and again. */
  collects?: boolean;
};

export async function startWindowBench(options: Options = {}): Promise<WindowBench> {
  const { shell = 'browser-shell', watchLoop = false, collects = false } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-window-'));
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    args: [...chromiumArguments],
    ...(executablePath ? { executablePath } : {}),
  });
  const home = path.join(folder, 'home');
  const app = await launchApp({
    shell,
    home,
    browser,
    env: watchLoop ? loopEnv(folder) : collects ? preload('collect.cjs') : {},
  });
  const { page } = app;
  await page.getByRole('link', { name: 'No transfers' }).waitFor();
  const { client, close: closeNetwork } = await localClient(home);
  const place = await makeGame(client);
  const ends: (() => Promise<void>)[] = [];
  return {
    folder,
    browser,
    app,
    page,
    client,
    place,
    cdp: await page.context().newCDPSession(page),
    show: (hash) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`),
    ask: (name, input) => page.evaluate(`(${askScript})(${JSON.stringify([name, input])})`),
    onClose: (end) => void ends.unshift(end),
    close: async () => {
      closeNetwork();
      await app.stop();
      for (const end of ends) await end();
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function loopEnv(folder: string): Record<string, string> {
  return { ...preload('loop-delay.cjs'), SLIPWAY_LOOP_DELAY: path.join(folder, 'loop-delay') };
}

function preload(script: string): Record<string, string> {
  return { NODE_OPTIONS: `--require ${path.join(import.meta.dirname, script)}` };
}

async function localClient(home: string) {
  const { url } = running.parse(JSON.parse(await readFile(path.join(home, 'local/running.json'), 'utf8')));
  const token = (await readFile(path.join(home, 'local/owner-token'), 'utf8')).trim();
  const network = await openNetwork({}, {});
  return {
    client: createServiceClient(createHttpTransport({ url, token, network })),
    close: () => network.close(),
  };
}

/** Makes a game; answers its first namespace. */
export async function makeGame(client: ServiceClient): Promise<Place> {
  const { groups } = await client.listGames({ query: {} });
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Bench' };
  const { game_id } = await client.createGame({ body });
  const { game } = await client.getGame({ params: { game_id } });
  return { game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
}

/** Runs in the page, whose types this folder does not have. */
const askScript = `([name, input]) => new Promise((resolve, reject) => {
  const protocols = ['slipway', sessionStorage.getItem('slipway.window-session')];
  const socket = new WebSocket('ws://' + location.host + '/bridge', protocols);
  socket.onopen = () => socket.send(JSON.stringify({ t: 'call', id: 1, name, input }));
  socket.onerror = () => reject(new Error('the bridge was not reached'));
  socket.onmessage = ({ data }) => {
    socket.close();
    const frame = JSON.parse(data);
    if (frame.t === 'reply') resolve(frame.output);
    else reject(new Error(data));
  };
})`;
