// The dependencies of an upload that the queue and the command line have in common.
import { stat } from 'node:fs/promises';
import { imageKindOf } from '../../../../embedded-server/index.ts';
import { isImageKind } from '../../../../src-shared/service/builds.ts';
import { checkFileRoom } from '../../pack/check-room.ts';
import type { Packer } from '../../pack/packer.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { TransferRecord } from '../journal/transfer-record.ts';
import { askPart } from '../wire/ask-part.ts';
import { createBandwidth } from '../wire/bandwidth.ts';
import { createPartBuffers } from '../wire/part-buffers.ts';
import { createPartSender } from '../wire/send-part.ts';
import { createPartHashes } from './part-hashes.ts';
import type { TransferDependencies } from './transfer-run.ts';

export type TransferDependencyOptions = Pick<
  TransferDependencies,
  'client' | 'agentsFor' | 'adopterFor' | 'isOurs' | 'reuses' | 'switchTo' | 'mostParallelParts'
> & {
  journal: Journal;
  packer: Packer;
  /** Where packs of folders are kept. */
  cache: string;
  partHashThread: URL;
  /** Called when a thread ended by itself. */
  onLost?: (thrown: unknown) => void;
  /** How folders are packed for its instance. */
  compressionFor(record: TransferRecord): 'zstd' | 'none';
  /** Where its instance will unpack it, if that is on this machine. */
  unpackIn?(record: TransferRecord): string | undefined;
  /** How many bytes at least an archive holds, where it says so. */
  unpackedSize?(file: string): Promise<number | undefined>;
  limits?: TransferDependencies['limits'];
};

export function createTransferDependencies(options: TransferDependencyOptions) {
  const { packer, cache, partHashThread, onLost, compressionFor, unpackIn, unpackedSize, ...given } = options;
  const clock = systemClock;
  const bandwidth = createBandwidth(clock);
  const partHashes = createPartHashes(partHashThread, onLost);
  const dependencies: TransferDependencies = {
    ...given,
    clock,
    partHashes,
    random: Math.random,
    sendPart: createPartSender(bandwidth, createPartBuffers()),
    askPart,
    lineLimit: bandwidth.now,
    pack: async (record, signal, progress) => {
      const compression = compressionFor(record);
      // Who takes the file as it lies waits for the disk: it may as well begin now.
      const syncs = given.adopterFor?.(record) !== undefined;
      const dataFolder = unpackIn?.(record);
      if (dataFolder !== undefined) await checkRoomForFile(record, dataFolder, unpackedSize);
      const order = {
        source: record.source,
        place: { cache },
        compression,
        options: record.options,
        syncs,
        unpackIn: dataFolder,
      };
      return await packer.pack(order, { signal, progress });
    },
    isWhole: packer.isWhole,
    limits: options.limits ?? {},
  };
  return { dependencies, bandwidth, close: partHashes.close };
}

/** A file is taken as it is: whether its disk has the room has to be asked before it is. Folders are asked about by the packer. */
async function checkRoomForFile(
  { source, kind }: TransferRecord,
  dataFolder: string,
  unpackedSize: TransferDependencyOptions['unpackedSize'],
): Promise<void> {
  const found = await stat(source).catch(() => undefined); // the packer says in words what is not there
  if (found?.isFile() !== true) return;
  const taken = kind ?? (await imageKindOf(source));
  const isImage = taken !== undefined && isImageKind(taken); // kept by the program that runs it
  await checkFileRoom(source, isImage ? 0 : ((await unpackedSize?.(source)) ?? 0), dataFolder);
}
