// Copies a folder whole, by clones where the disk makes them, which take no time and no room.
import { constants, cp } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import { errorCode } from './data-errors.ts';

const OPTIONS = {
  recursive: true,
  mode: constants.COPYFILE_FICLONE,
  verbatimSymlinks: true,
  preserveTimestamps: true,
};

/** `whenFull`: what is said where the disk has no room for it. */
export async function copyTree(from: string, to: string, whenFull: Message): Promise<void> {
  await cp(from, to, OPTIONS).catch((thrown: unknown) => {
    if (errorCode(thrown) !== 'ENOSPC') throw thrown;
    throw new AppError('STORAGE_FULL', whenFull, { cause: thrown });
  });
}
