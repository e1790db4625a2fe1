// What lies in a folder that may not be there: not made yet, or gone with its drive.
import { readdir } from 'node:fs/promises';
import { ifThere } from './if-there.ts';

export async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}
