// How servers are kept away from the rest of this machine: behind a wall wherever one can be built.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Log } from '../../platform/logging/log.ts';
import { findWall as findWallHere, type WallFound } from './find-wall.ts';

/** What keeps a server away from the rest of the machine. */
export type IsolationKind = 'wall' | 'container' | 'none';

/** A service that others reach starts no program of theirs without a wall, unless whoever runs it allows that. */
export function requireWall(found: WallFound, mayHostUnisolated: boolean): void {
  if (found.isThere || mayHostUnisolated) return;
  const { why, remedy } = found;
  throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'start.no-wall-here', { why, remedy });
}

type Parts = {
  /** The folder of all servers. */
  folder: string;
  log: Log;
  findWall?: ((folder: string) => Promise<WallFound>) | undefined;
};

export type Isolation = ReturnType<typeof createIsolation>;

export function createIsolation({ folder, log, findWall = findWallHere }: Parts) {
  let found: Promise<WallFound> | undefined;
  /** What failed once is tried again, so that no passing trouble leaves servers without a wall for good. */
  const find = async (): Promise<WallFound> => {
    found ??= findWall(folder);
    const wall = await found;
    if (!wall.isThere) found = undefined;
    return wall;
  };
  const running = new Map<string, IsolationKind>();
  return {
    find,
    /** Settles when nothing is tried any more. */
    close: async (): Promise<void> => void (await found?.catch(() => undefined)), // who asked is told
    isolates: (server_id: string, kind: IsolationKind) => void running.set(server_id, kind),
    /** Of a server that runs. */
    of: (server_id: string) => running.get(server_id),
    forget: (server_id: string) => void running.delete(server_id),
    /** Says in the log of the service what isolates its servers. */
    announce: async (): Promise<void> => {
      const wall = await find();
      if (wall.isThere) log('info', 'servers are isolated', { by: wall.builder, copy: wall.copy });
      else log('warn', messageFor('isolation.none', { why: wall.why, remedy: wall.remedy }).text);
    },
  };
}
