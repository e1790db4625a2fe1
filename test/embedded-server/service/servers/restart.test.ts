// Which server a restart answers as the one that comes next.
import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../../embedded-server/runtime/server-records/store.ts';
import type { WholeNamespace } from '../../../../embedded-server/service/namespaces/store.ts';
import { createServerService, type ServerParts } from '../../../../embedded-server/service/servers/service.ts';

/** Kept servers of a namespace, of which all that are to end do so at the same moment: only then others take their places. */
function keep(...ids: string[]) {
  let living = ids.map((server_id) => ({ server_id, kept: true, destroy_ts: null }) as ServerRecord);
  const stopped: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const parts = {
    records: { living: () => living, alive: () => living, change: () => undefined },
    stop: (id: string) => stopped.push(id),
    ended: () => promise,
    reconcileNow: () => undefined,
  };
  // No more of it is used here.
  const service = createServerService(parts as unknown as ServerParts);
  const restart = async (server: ServerRecord) => {
    const place = { namespace_id: 'namespace' } as WholeNamespace;
    return (await service.restart(place, server, { origin: 'token' } as never)).server_id;
  };
  const replaceStopped = () => {
    living = living.map((server) =>
      stopped.includes(server.server_id) ? { ...server, server_id: `after ${server.server_id}` } : server,
    );
    resolve();
  };
  return { servers: living, restart, replaceStopped };
}

test('two kept servers that are restarted at once are told each another one that comes next', async () => {
  const { servers, restart, replaceStopped } = keep('one', 'two', 'three');
  const answers = servers.slice(0, 2).map(restart);
  replaceStopped();
  expect((await Promise.all(answers)).toSorted()).toEqual(['after one', 'after two']);
});
