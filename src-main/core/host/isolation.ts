// Whether this machine can isolate the servers of Local, found out as the service does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findWall } from '../../../embedded-server/index.ts';
import type { IsolationView } from '../../../src-shared/host/bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';

export async function readIsolation(): Promise<IsolationView> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-wall-'));
  try {
    const wall = await findWall(folder);
    if (wall.isThere) return { isIsolated: true, sentence: messageFor('isolation.wall') };
    return { isIsolated: false, sentence: messageFor('isolation.none', { why: wall.why, remedy: wall.remedy }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
