// Remembers which folders held data of Slipway and on which disk, so that none of them begins empty while its drive is away, and
// knows when one is back.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { goneError, holdsData } from '../../../embedded-server/index.ts';
import { writeDurably } from '../../../embedded-server/platform/durable/write-durably.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { whileLockedAsync } from '../platform/storage/file-lock.ts';
import { nearestThere } from '../platform/storage/nearest-there.ts';

const FILE = 'data-folders.json';
const LOOK_EVERY_MS = 1_000;

/** The latest so many: whoever gives each run a folder of its own would make the list longer for ever. */
const MOST_KNOWN = 200;

/** By the path of each folder, what its data is known by, and the disk that it was on. */
const known = z.record(z.string(), z.object({ id: z.string(), disk: z.string() }));
type Known = z.infer<typeof known>;

type Gone = {
  /** A fresh folder is offered beside this one. */
  beside: string;
  wasInUse?: boolean;
};

export function createKnownFolders(appFolder: string) {
  const file = path.join(appFolder, FILE);
  return {
    /**
     * Throws the sentence for a folder whose drive is away. One that nobody knows may be new, and of one whose disk is there its
     * data were removed: both may begin. `wasInUse` is for one that went just now; who moved it may bring it back.
     */
    refuseGone: async (folder: string, { beside, wasInUse = false }: Gone): Promise<void> => {
      const last = (await readKnown(file))[folder];
      if (last === undefined || (await holdsData(folder))) return;
      if (wasInUse || (await diskOf(folder)) !== last.disk) throw goneError(folder, beside);
    },
    /** Answers what a person should know: that there are other data than before, or that this cannot be known next time. */
    remember: async (folder: string, id: string): Promise<Message[]> => {
      const present = { id, disk: await diskOf(folder) };
      const last = (await readKnown(file))[folder];
      if (last?.id === id && last.disk === present.disk) return [];
      try {
        await whileLockedAsync(file, async () => {
          const { [folder]: _before, ...others } = await readKnown(file);
          const latest = [...Object.entries(others), [folder, present]].slice(-MOST_KNOWN);
          await writeDurably(file, JSON.stringify(Object.fromEntries(latest)));
        });
      } catch (thrown) {
        return [messageFor('data.folders-not-noted', { why: systemReason(thrown) })];
      }
      const isOther = last !== undefined && last.id !== id;
      return isOther ? [messageFor('data.other-than-before', { folder })] : [];
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

async function diskOf(folder: string): Promise<string> {
  return (await nearestThere(folder))?.disk ?? '';
}

/** What cannot be read is not known: then a folder that is away is taken for a new one, as before it was remembered. */
async function readKnown(file: string): Promise<Known> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return known.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
