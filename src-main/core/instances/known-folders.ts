// Remembers which folders held data of Slipway, so that none of them begins empty while its drive is away, and knows when one
// is back.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { goneError, holdsData } from '../../../embedded-server/index.ts';
import { whileLockedAsync } from '../storage/file-lock.ts';
import { writeDurably } from '../storage/write-durably.ts';

const FILE = 'data-folders.json';
const LOOK_EVERY_MS = 1_000;

/** By the path of each folder, what its data is known by. */
const known = z.record(z.string(), z.object({ id: z.string() }));
type Known = z.infer<typeof known>;

export type KnownFolders = ReturnType<typeof createKnownFolders>;

export function createKnownFolders(appFolder: string) {
  const file = path.join(appFolder, FILE);
  return {
    /** Throws the sentence for a folder whose data is away. One that nobody knows may be new. */
    refuseGone: async (folder: string, besideFolder: string): Promise<void> => {
      if ((await readKnown(file))[folder] === undefined || (await holdsData(folder))) return;
      throw goneError(folder, besideFolder);
    },
    /** Answers what a person should know: that there are other data than before. */
    remember: async (folder: string, id: string): Promise<string[]> => {
      const last = (await readKnown(file))[folder]?.id;
      if (last === id) return [];
      await whileLockedAsync(file, async () => {
        await writeDurably(file, JSON.stringify({ ...(await readKnown(file)), [folder]: { id } }));
      });
      return last === undefined ? [] : [`${folder} holds other data than when Slipway was here last.`];
    },
  };
}

/** Waits until there is data at a place again. One wait ends the one before. */
export function createReturnWait(onBack: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    end,
    begin: (folder: string): void => {
      end();
      const present = setInterval(() => void look(), LOOK_EVERY_MS);
      timer = present;
      const look = async () => {
        if (!(await holdsData(folder)) || timer !== present) return;
        end();
        onBack();
      };
    },
  };
}

/** What can not be read is not known: then a folder that is away is taken for a new one, as before it was remembered. */
async function readKnown(file: string): Promise<Known> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return known.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
