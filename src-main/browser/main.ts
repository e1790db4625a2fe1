// The command behind `npm start` where there is no Electron: runs the browser shell until it is told to stop.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { problemOf } from '../../src-shared/instances/bridge.ts';
import { slipwayVersion } from '../../src-shared/version.ts';
import { appFolder } from '../core/platform/app-folders.ts';
import { limitYoungGeneration } from '../core/platform/limit-young-generation.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { USUAL_PORT } from './listen.ts';
import { removeLinkPage } from './open-window.ts';
import { type BrowserShell, startBrowserShell } from './shell.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

export type RunOptions = {
  /** Opens the window in an installed browser; answers false when there is none. */
  openBrowser(url: string): Promise<boolean>;
  /** For `npm run dev:browser`, where Vite has the window's files: good from the start, and the same when the shell restarts. */
  devSecret?: string | undefined;
};

export async function runBrowserShell(argv: readonly string[], { openBrowser, devSecret }: RunOptions): Promise<void> {
  limitYoungGeneration();
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      'service-port': { type: 'string' },
      'window-port': { type: 'string', default: String(USUAL_PORT) },
      'no-open': { type: 'boolean', default: false },
    },
  });
  const stop = stopSignal();
  // Whoever read the output may have gone; the window goes on without.
  process.stdout.on('error', () => undefined);
  const servicePort = values['service-port'];
  const shell = await startBrowserShell({
    appFolder: appFolder(),
    windowFolder: devSecret === undefined ? path.join(import.meta.dirname, '../../out/renderer') : undefined,
    windowPort: Number(values['window-port']),
    forThisRun: { dataFolder: values.data, port: servicePort === undefined ? undefined : Number(servicePort) },
    devSecret,
    onNextLink: (url) => {
      void removeLinkPage();
      say(`Another window  ${url}`);
    },
  });
  sayReady(shell);
  if (!values['no-open'] && (await openBrowser(shell.link))) say('The window opens in your browser.');
  await stop;
  await removeLinkPage();
  await shell.close();
}

function sayReady({ core, link, notices }: BrowserShell): void {
  const local = core.instances.view();
  const { url, data_folder: folder } = local;
  say(`Slipway ${slipwayVersion}`);
  say(`Service  ${url ?? `stopped. ${problemOf(local)?.message ?? ''}`}`);
  say(`Data     ${folder}`);
  say(`Window   ${link}`);
  for (const { text } of notices) say(text);
}
