// What of a data folder a backup has beside the records; each lies there as it does in the folder.
import type { DataPaths } from '../../platform/storage/data-paths.ts';

/** Files that only the folder has. Logs, and what is made again from these, are not among them. */
export const parts = ['blobs', 'kept'] as const;
export type Part = (typeof parts)[number];

/** With them a restored service is the same one: its tokens, and what its key signed. */
export function secretsOf({ ownerToken, metricsToken, folderKey }: DataPaths): string[] {
  return [ownerToken, metricsToken, folderKey];
}
