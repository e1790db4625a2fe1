// Notices that the data folder is no longer the one that was opened: its drive was taken out, or it was moved or removed.
import { stat } from 'node:fs/promises';
import { type DataPaths, dataPaths } from './data-paths.ts';

/** A look costs two calls of the system. Nothing is written into another folder meanwhile, see `make-folder.ts`. */
const LOOK_EVERY_MS = 1_000;

export type Presence = {
  /** Called once, now or later. */
  whenGone(listener: () => void): void;
  /** Looks at once, as an error of the disk may have this reason. */
  look(): void;
  /** Looks a last time; answers whether the folder is gone. */
  end(): Promise<boolean>;
};

export async function watchPresence(paths: DataPaths): Promise<Presence> {
  const opened = await markOf(paths.database);
  let tell: (() => void) | undefined;
  let isGone = false;
  let looking: Promise<boolean> | undefined;
  const lookOnce = async (): Promise<boolean> => {
    if (isGone || (await markOf(paths.database)) === opened) return isGone;
    isGone = true;
    clearInterval(timer);
    tell?.();
    return isGone;
  };
  /** One at a time: a disk that hangs must not take all threads that wait for disks. */
  const look = (): Promise<boolean> => {
    looking ??= lookOnce().finally(() => (looking = undefined));
    return looking;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    whenGone: (listener) => {
      tell = listener;
      if (isGone) listener();
    },
    look: () => void look(),
    end: () => {
      clearInterval(timer);
      tell = undefined;
      return look();
    },
  };
}

/** Whether a folder holds data of Slipway now. One that cannot be looked at does not. */
export async function holdsData(folder: string): Promise<boolean> {
  return (await markOf(dataPaths(folder).database)) !== GONE;
}

const GONE = 'gone';

/** The file as the system knows it, whatever its name: SQLite has it open, so nothing else gets its number meanwhile. */
async function markOf(file: string): Promise<string> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return GONE; // why it cannot be reached makes no difference
  }
}
