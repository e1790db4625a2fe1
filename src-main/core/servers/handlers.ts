// Answers the window's calls and topic about pinned servers.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { serverCalls, serverTopics } from '../../../src-shared/servers/bridge.ts';
import type { PinnedServers } from './pinned-servers.ts';

type Contract = { calls: typeof serverCalls; topics: typeof serverTopics };

export function serverHandlers(servers: PinnedServers): CallHandlers<Contract> {
  return {
    'servers.pin': async ({ instance_id: id, ...place }) => {
      servers.set(id, place, true);
      return {};
    },
    'servers.unpin': async ({ instance_id: id, ...place }) => {
      servers.set(id, place, false);
      return {};
    },
  };
}

export function serverSources(servers: PinnedServers): TopicSources<Contract> {
  return { 'servers.pinned': ({ instance_id: id }) => servers.source(id) };
}
