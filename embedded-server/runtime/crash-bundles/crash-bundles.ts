// Crash bundles of servers: what would be inside, and the zip itself under an address that only who asked for it knows.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type GivenAccess, sendWhileGiven, type TokenId } from '../../platform/access/given-access.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { type BundleInputParts, createBundleInputs } from './bundle-input.ts';

export type CrashBundles = ReturnType<typeof createCrashBundles>;

/** Crashes are rare: a start does without it. */
const loadBundle = () => import('./bundle.ts');
/** How long a bundle can be fetched. */
const KEPT_MS = 600_000;
const PREFIX = '/bundles/';

export function createCrashBundles(parts: BundleInputParts & { access: GivenAccess }) {
  const inputOf = createBundleInputs(parts);
  const made = new Map<string, { file: string; name: string; by: TokenId; timer: NodeJS.Timeout }>();
  const folder = parts.paths.inside('servers', 'bundles');
  const forget = async (token: string): Promise<void> => {
    const bundle = made.get(token);
    made.delete(token);
    clearTimeout(bundle?.timer);
    if (bundle !== undefined) await rm(bundle.file, { force: true });
  };
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
      const token = randomBytes(24).toString('base64url');
      const file = path.join(folder, `${token}.zip`);
      await makeFolder(folder);
      const { writeCrashBundle } = await loadBundle();
      await writeCrashBundle(await inputOf(server), file, { leaveOut });
      const timer = setTimeout(() => void forget(token), KEPT_MS).unref();
      made.set(token, { file, name: `crash-${server.server_id}.zip`, by, timer });
      return { address: PREFIX + token, bytes: (await stat(file)).size };
    },
    route: {
      prefix: PREFIX,
      run: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const bundle = made.get((request.url ?? '').slice(PREFIX.length));
        if (request.method !== 'GET' || bundle === undefined) throw new AppError('API_NOT_FOUND');
        await sendWhileGiven(parts.access, bundle.by, response, async () => {
          response.writeHead(200, {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="${bundle.name}"`,
            'cache-control': 'no-store',
          });
          await pipeline(createReadStream(bundle.file), response);
        });
      },
    },
    close: async (): Promise<void> => {
      await Promise.all([...made.keys()].map(forget));
    },
  } as const;
}
