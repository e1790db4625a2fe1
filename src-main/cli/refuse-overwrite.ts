// Refuses to write over a file that is there.
import { access } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors/app-error.ts';

/** Said before anything is asked of the instance; the download itself sees to it that nothing is written over. */
export async function refuseOverwrite(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new AppError('REQUEST_REFUSED', 'cli.file-is-there', { file });
}
