// Crash bundles of servers: what would be inside, and the zip itself under an address that only who asked for it knows.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { GivenAccess, TokenId } from '../../platform/access/given-access.ts';
import { createOfferedDownloads } from '../../platform/http/offered-downloads.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { type BundleInputParts, createBundleInputs } from './bundle-input.ts';

export type CrashBundles = ReturnType<typeof createCrashBundles>;

/** Crashes are rare: a start does without it. */
const loadBundle = () => import('./bundle.ts');
type Bundle = { file: string; name: string };

export function createCrashBundles(parts: BundleInputParts & { access: GivenAccess }) {
  const inputOf = createBundleInputs(parts);
  const folder = parts.paths.inside('servers', 'bundles');
  const downloads = createOfferedDownloads<Bundle>({
    prefix: '/bundles/',
    access: parts.access,
    send: sendBundle,
    onOver: ({ file }) => rm(file, { force: true }),
  });
  return {
    preview: async (server: ServerRecord) => {
      const { previewCrashBundle } = await loadBundle();
      return await previewCrashBundle(await inputOf(server));
    },
    /** Answers where it can be fetched for a while, below the service's own address. */
    make: async (
      server: ServerRecord,
      leaveOut: readonly string[],
      by: TokenId,
    ): Promise<{ address: string; bytes: number }> => {
      const file = path.join(folder, `${randomUUID()}.zip`);
      await makeFolder(folder);
      const { writeCrashBundle } = await loadBundle();
      await writeCrashBundle(await inputOf(server), file, { leaveOut });
      const { size } = await stat(file);
      return { address: downloads.offer({ file, name: `crash-${server.server_id}.zip` }, by), bytes: size };
    },
    route: downloads.route,
    close: downloads.close,
  } as const;
}

async function sendBundle({ file, name }: Bundle, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
  await pipeline(createReadStream(file), response);
}
