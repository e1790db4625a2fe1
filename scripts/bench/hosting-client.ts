// A service that hosts servers in a thread of its own, with a game and builds, as the measures of hosting need it.
import { stat } from 'node:fs/promises';
import type { BuildKind } from '../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { openBenchClient } from './bench-client.ts';
import { sendFiles } from './curl-sender.ts';
import { startServiceThread } from './service-thread.ts';

export type HostingBench = {
  client: ServiceClient;
  place: { game_id: string; environment_id: string };
  namespace: { game_id: string; namespace_id: string };
  url: string;
  /**
   * Uploads an archive and answers the version that it became. Another process sends it: to start a program, the system copies the
   * table of all memory of the process that starts it, which is the service's here, and a build of 1 GB in it would be measured.
   */
  deploy(archive: string, name: string, kind?: BuildKind): Promise<{ build: string; version: string }>;
  /** Watches the servers of the namespace until they are as expected. */
  untilServers(holds: (servers: readonly Server[]) => boolean): Promise<readonly Server[]>;
  stop(): Promise<void>;
};

type Started = { url: string; token: string; stop(): Promise<void> };

/** `start`: a service of another kind than the one in a thread. */
export async function startHostingBench(
  folder: string,
  start: (folder: string) => Promise<Started> = startServiceThread,
): Promise<HostingBench> {
  const { url, token, stop } = await start(folder);
  const client = openBenchClient({ url, token });
  const { groups } = await client.listGames({ query: {} });
  const body = { display_name: 'Bench', developer_group_id: groups[0]?.group_id ?? '' };
  const { game_id } = await client.createGame({ body });
  const { game } = await client.getGame({ params: { game_id } });
  const namespace_id = game.namespaces[0]?.namespace_id ?? '';
  const place = { game_id, environment_id: namespace_id };
  return {
    client,
    place,
    url,
    stop,
    namespace: { game_id, namespace_id },
    deploy: async (archive, name, kind = 'archive') => {
      const file = { path: 'server.tar', content_length: (await stat(archive)).size };
      const request = { name, image_tag: name, image_file: file, kind };
      const { build, image_presigned_request: target } = await client.prepareBuild({ params: place, body: request });
      await sendFiles([{ file: archive, url: target?.url ?? '' }], 1);
      const { build: whole } = await client.getBuild({ params: { ...place, build_id: build } });
      return { build, version: whole.version_id ?? '' };
    },
    untilServers: async (holds) => {
      let index: string | undefined;
      for (;;) {
        const { servers, watch } = await client.listServers({ params: place, query: { watch_index: index } });
        if (holds(servers)) return servers;
        index = watch.index;
      }
    },
  };
}
