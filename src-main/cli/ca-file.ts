// Reads who is to be trusted beside public authorities, from a file that somebody names.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors/app-error.ts';

/** Certificates as PEM. */
export async function readCaFile(option: string, file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    void new X509Certificate(text); // throws where there is none
    return text;
  } catch (thrown) {
    throw new AppError('USAGE', 'cli.no-authority', { option, file }, { cause: thrown });
  }
}
