// How the desktop app gets newer versions of itself: electron-updater, asked only by the core, from the one place that was
// packed into the app, and never without a person's yes.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { App } from 'electron';
import type { AppUpdater, CancellationToken } from 'electron-updater';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../src-shared/text/message.ts';
import { readPlace, type UpdatePlace } from '../core/updates/packed-with-app.ts';
import type { NoUpdater, Updater } from '../core/updates/updater.ts';
import { readKey, signedProvider } from './signed-provider.ts';

/** A download that brings nothing for so long is given up. */
const STALL_MS = 60_000;

export type UpdaterOptions = {
  app: Pick<App, 'isPackaged' | 'releaseSingleInstanceLock'>;
  /** Where the app has what lies beside it. */
  resources: string;
  log: { info(text: string): void };
  /** Ends all but the process, then calls back. */
  endFor(last: () => void): Promise<void>;
  /** Called when the newer version could not be put in place after everything has ended. */
  onLost(thrown: unknown): void;
};

export async function findUpdater(options: UpdaterOptions): Promise<Updater | NoUpdater | undefined> {
  if (!options.app.isPackaged) return undefined;
  const place = await readPlace(options.resources);
  if (place === undefined) {
    return { unable: messageFor('update.no-place') };
  }
  if (process.platform === 'linux' && process.env['APPIMAGE'] === undefined) {
    return { unable: messageFor('update.system-package') };
  }
  return createUpdater(options, place);
}

function createUpdater(options: UpdaterOptions, { url, public_key: pem }: UpdatePlace): Updater {
  let made: Promise<AppUpdater> | undefined;
  const updater = () => (made ??= openUpdater(options, url, pem));
  return {
    host: new URL(url).host,
    check: async () => {
      const found = await (await updater()).checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return undefined;
      return { version: found.updateInfo.version, notes: notesOf(found.updateInfo.releaseNotes) };
    },
    load: async (onPart) => await loadWatched(await updater(), onPart),
    whyNotInstall: async () => await whyNotReplaced(process.env['APPIMAGE']),
    install: async () => {
      const ready = await updater();
      await options.endFor(() => {
        // The newer one starts before this process is gone, and must not take it for the one that runs.
        options.app.releaseSingleInstanceLock();
        ready.once('error', options.onLost);
        ready.quitAndInstall(false, true);
      });
    },
  };
}

/** Loaded only now: who never asks for a newer version pays nothing for this. */
async function openUpdater({ log }: UpdaterOptions, url: string, pem: string): Promise<AppUpdater> {
  const { default: loaded } = await import('electron-updater');
  const updater = loaded.autoUpdater;
  const write = (message: unknown) => log.info(`updates: ${String(message)}`);
  updater.logger = { info: write, warn: write, error: write };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.setFeedURL({ provider: 'custom', updateProvider: await signedProvider(url, readKey(pem)) });
  // Each failure is answered to who asked; without a listener it would be thrown a second time.
  updater.on('error', () => undefined);
  return updater;
}

async function loadWatched(updater: AppUpdater, onPart: (part: number) => void): Promise<void> {
  const { CancellationToken: Token } = await import('electron-updater');
  const token: CancellationToken = new Token();
  let timer: NodeJS.Timeout | undefined;
  let isSilent = false;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      token.cancel();
    }, STALL_MS);
  };
  const onProgress = ({ percent }: { percent: number }) => {
    watch();
    onPart(Math.min(1, percent / 100));
  };
  watch();
  updater.on('download-progress', onProgress);
  try {
    await updater.downloadUpdate(token);
  } catch (cause) {
    if (!isSilent) throw cause;
    throw new AppError('UPDATE_STALLED', undefined, { cause });
  } finally {
    clearTimeout(timer);
    updater.off('download-progress', onProgress);
  }
}

/** An AppImage is replaced as a file, so its folder has to be writable. Other systems have installers that ask. */
async function whyNotReplaced(image: string | undefined): Promise<Message | undefined> {
  if (image === undefined || process.platform !== 'linux') return undefined;
  return await access(path.dirname(image), constants.W_OK).then(
    () => undefined,
    () => messageFor('update.folder-not-writable', { folder: path.dirname(image) }),
  );
}

/** The notes of a list are markdown; ours have one line for each. */
function notesOf(notes: unknown): string[] {
  if (typeof notes !== 'string') return [];
  const lines = notes.split('\n').map((line) => line.replace(/^- /, '').trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).slice(0, 100);
}
