// Reads what was packed beside the app: where it asks for newer versions, whose signature it believes, and what is new in it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type VersionNews, versionNews } from '../../../src-shared/updates/bridge.ts';

const place = z.object({ url: z.url(), public_key: z.string() });

/** A pack that nobody publishes has none. */
export type UpdatePlace = z.infer<typeof place>;

export async function readPlace(resources: string): Promise<UpdatePlace | undefined> {
  return place.safeParse(await readBeside(resources, 'updates.json')).data;
}

export async function readNews(resources: string): Promise<VersionNews | undefined> {
  return versionNews.safeParse(await readBeside(resources, 'news.json')).data;
}

/** A pack may lack it; one that is damaged has none either. */
async function readBeside(resources: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(resources, name), 'utf8'));
  } catch {
    return undefined;
  }
}
