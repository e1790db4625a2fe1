// Starts the app in each shell, as a person would get it, and gives the test its window.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { _electron, type Browser, type Page } from 'playwright';
import { findElectronBinary } from '../../../scripts/setup/electron.mjs';
import { isOfLink, type LinkMessage } from '../electron-stand-in/link.ts';
import type { StandInOrder, StandInReport } from '../electron-stand-in/report.ts';
import { browserShell } from './programs.ts';
import type { ShellName } from './shell-option.ts';
import { holdPages } from './stand-in-pages.ts';

const root = path.join(import.meta.dirname, '../../..');
const killService = path.join(import.meta.dirname, 'kill-service.cjs');
const standIn = path.join(root, 'test/end-to-end/electron-stand-in/register.ts');
/** A service with servers ends within seconds; on a busy machine that takes many times as long. */
const STOP_MS = 60_000;

export type RunningApp = {
  shell: ShellName;
  page: Page;
  /** The process that holds core and service. */
  pid: number;
  reports: StandInReport[];
  /** The link that the browser shell printed. */
  link?: string;
  /** The one that it printed when the one before was used. */
  nextLink?(): Promise<string>;
  /** From now on a person picks this where the app asks for a folder or a file: in the system's dialog, or in the browser's. */
  willPick(place: string): Promise<void>;
  /** Tells the stand-in's app what a system would. */
  tell(order: StandInOrder): void;
  /** Ends the whole app as a crash would; what it held is free by then. */
  kill(): Promise<void>;
  /** Ends the service's thread as a crash would. */
  crashService(): void;
  /** Ends the app in good order; answers its exit code. */
  stop(): Promise<number | null>;
};

export type LaunchOptions = {
  shell: ShellName;
  home: string;
  browser: Browser;
  env?: Record<string, string>;
  args?: string[];
  /** Nothing moves in the window. */
  isStill?: boolean;
  /** A command that the stand-in's app is started through. */
  through?: readonly string[];
  /** Its process, before it has a window. */
  onChild?(child: ChildProcess): void;
};

/** Why this shell cannot run here, or undefined. Files are looked at, the module is never loaded. */
export function whyNot(shell: ShellName): string | undefined {
  if (shell !== 'electron' || findElectronBinary() !== undefined) return undefined;
  return 'no Electron binary: its download is not reachable from this machine';
}

export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  switch (options.shell) {
    case 'browser-shell':
      return await launchBrowserShell(options);
    case 'electron-stand-in':
      return await launchStandIn(options);
    case 'electron':
      return await launchElectron(options);
  }
}

function environment({ home, env }: LaunchOptions): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(inherited), SLIPWAY_HOME: home, NODE_OPTIONS: `--require ${killService}`, ...env };
}

async function launchBrowserShell(options: LaunchOptions): Promise<RunningApp> {
  const args = [...browserShell, '--window-port', '0', ...(options.args ?? [])];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment(options),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  options.onChild?.(child);
  const link = await lineWith(child, /^Window\s+(\S+)\n/m);
  const next = lineWith(child, /^Another window\s+(\S+)\n/m);
  next.catch(() => undefined); // whoever does not ask is told of no end
  const reducedMotion = options.isStill === true ? 'reduce' : null;
  const context = await options.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion });
  const page = await context.newPage();
  await page.goto(link);
  const willPick = async (place: string) => {
    page.removeAllListeners('filechooser').on('filechooser', (chooser) => void chooser.setFiles(place));
  };
  const { shell } = options;
  return {
    ...running(child, { shell, page, reports: [], willPick, end: () => context.close() }),
    link,
    nextLink: () => next,
  };
}

async function launchStandIn(options: LaunchOptions): Promise<RunningApp> {
  const { browser, isStill = false } = options;
  const main = path.join(root, 'out/main/main.js');
  const args = ['--import', standIn, main, ...(options.args ?? [])];
  const [command = '', ...rest] = [...(options.through ?? []), process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: environment(options),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  options.onChild?.(child);
  const reports: StandInReport[] = [];
  child.on('message', (message: StandInReport | LinkMessage) => void (isOfLink(message) || reports.push(message)));
  const page = await firstPage(child, holdPages(child, { browser, isStill }), reports);
  const willPick = async (place: string) => {
    child.send({ event: 'pick', args: [place] } satisfies StandInOrder);
    while (!reports.some((report) => report.t === 'settings' && report.settings['picks'] === place)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return running(child, { shell: options.shell, page, reports, willPick, end: () => page.context().close() });
}

async function launchElectron(options: LaunchOptions): Promise<RunningApp> {
  const executablePath = findElectronBinary();
  if (executablePath === undefined || !existsSync(executablePath)) throw new Error('No Electron binary');
  const { NODE_OPTIONS: _unused, ...env } = environment(options);
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath,
    args: ['-r', killService, ...asRoot, root, ...(options.args ?? [])],
    cwd: root,
    env,
  });
  const willPick = (place: string) =>
    app.evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
    }, place);
  const page = await app.firstWindow();
  return running(app.process(), { shell: options.shell, page, reports: [], willPick, end: () => app.close() });
}

type Window = Pick<RunningApp, 'shell' | 'page' | 'reports' | 'willPick'> & { end(): Promise<void> };

function running(child: ChildProcess, { end, ...window }: Window): RunningApp {
  const whenEnded = async (how: () => void) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    how();
    await ended;
    // What it said last may still be on its way.
    if (child.connected) await once(child, 'disconnect');
  };
  return {
    ...window,
    pid: child.pid ?? 0,
    tell: (order) => void child.send(order),
    kill: () => whenEnded(() => child.kill('SIGKILL')),
    crashService: () => void child.kill('SIGUSR2'),
    stop: async () => {
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await whenEnded(() => child.kill('SIGTERM'));
      clearTimeout(force);
      await end().catch(() => undefined);
      return child.exitCode;
    },
  };
}

/** Waits for a line, and goes on reading afterwards so that the app never writes into a closed pipe. */
function lineWith(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The app ended before it said where its window is:\n${text}`)));
  });
}

async function firstPage(child: ChildProcess, pages: readonly Page[], reports: StandInReport[]): Promise<Page> {
  for (;;) {
    const [page] = pages;
    if (page !== undefined) return page;
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (child.exitCode === null) continue;
    while (child.connected) await new Promise((resolve) => setTimeout(resolve, 20)); // what it said last may still come
    const errorBoxes = reports.filter((report) => report.t === 'event' && report.name === 'error-box');
    throw new Error(`The app ended before it opened a window ${JSON.stringify(errorBoxes)}`);
  }
}
