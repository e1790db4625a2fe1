// Where an upload is in an object store.
import { z } from 'zod';

/** What its record keeps, as JSON: what the store calls it, and the tokens that were given addresses. */
export const objectPlace = z.strictObject({ upload: z.string(), tokens: z.array(z.string()) });
export type ObjectPlace = z.infer<typeof objectPlace>;

/** Below this all builds are. */
export const OBJECT_FOLDER = 'builds/';

/** By upload: while parts come nobody knows the hash of the whole. */
export function objectKey(upload_id: string): string {
  return OBJECT_FOLDER + upload_id;
}
