// Whether there is a file or folder of this name that can be looked at.
import { stat } from 'node:fs/promises';

export async function isThere(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined)) !== undefined;
}
