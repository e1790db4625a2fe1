// Downloads under addresses that only who asked for them knows, for a while. Each token has a bound of them, so that nobody fills the
// memory or the disk by asking, or takes the addresses of others away.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type GivenAccess, sendWhileGiven, type TokenId } from '../access/given-access.ts';
import type { RawRoute } from './raw-routes.ts';

const KEPT_MS = 600_000;
/** Of one token, or the owner. The oldest goes when another one is asked for. */
const MOST_OF_ONE = 32;

export type OfferedDownloads<Download> = {
  /** Answers the address, below the service's own. */
  offer(download: Download, by: TokenId): string;
  readonly route: RawRoute;
  close(): Promise<void>;
};
export type OfferedOptions<Download> = {
  prefix: RawRoute['prefix'];
  access: GivenAccess;
  send(download: Download, response: ServerResponse): Promise<void>;
  /** It can be fetched no longer. */
  onOver?: (download: Download) => Promise<void>;
};

type Offered<Download> = { download: Download; by: TokenId; timer: NodeJS.Timeout };

export function createOfferedDownloads<Download>(options: OfferedOptions<Download>): OfferedDownloads<Download> {
  const { prefix, access, send, onOver } = options;
  const offered = new Map<string, Offered<Download>>();
  const forget = async (secret: string): Promise<void> => {
    const one = offered.get(secret);
    offered.delete(secret);
    clearTimeout(one?.timer);
    // What a failing disk keeps is swept at the next start.
    if (one !== undefined) await onOver?.(one.download).catch(() => undefined);
  };
  const makeRoom = (by: TokenId) => {
    const own = [...offered].filter(([, one]) => one.by === by);
    const tooMany = Math.max(0, own.length - MOST_OF_ONE + 1);
    for (const [secret] of own.slice(0, tooMany)) void forget(secret);
  };
  return {
    offer: (download, by) => {
      if (offered.size >= MOST_OF_ONE) makeRoom(by);
      const secret = randomBytes(24).toString('base64url');
      offered.set(secret, { download, by, timer: setTimeout(() => void forget(secret), KEPT_MS).unref() });
      return prefix + secret;
    },
    route: {
      prefix,
      run: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const found = offered.get((request.url ?? '').slice(prefix.length));
        if (request.method !== 'GET' || found === undefined) throw new AppError('API_NOT_FOUND', 'download.over');
        await sendWhileGiven(access, found.by, response, () => send(found.download, response));
      },
    },
    close: async () => void (await Promise.all([...offered.keys()].map(forget))),
  };
}
