// Answers the window's calls and topics about servers.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { serverCalls, serverTopics } from '../../../src-shared/servers/bridge.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { PinnedServers } from './pinned-servers.ts';
import { createServerChanges } from './server-changes.ts';
import type { ServerDetails } from './server-detail.ts';
import type { ServerLists } from './server-list.ts';
import { logSource } from './server-log.ts';
import { usageSource } from './server-usage.ts';
import { testShare } from './test-share.ts';

type Contract = { calls: typeof serverCalls; topics: typeof serverTopics };

export function serverHandlers(
  pinned: PinnedServers,
  details: ServerDetails,
  instances: InstanceService,
): CallHandlers<Contract> {
  const changes = createServerChanges(instances);
  return {
    'servers.pin': async ({ instance_id: id, ...place }) => {
      pinned.set(id, place, true);
    },
    'servers.unpin': async ({ instance_id: id, ...place }) => {
      pinned.set(id, place, false);
    },
    'servers.choices': (place) => changes.choices(place),
    'servers.create': ({ body, ...place }) => changes.create(place, body),
    'servers.stop': ({ grace_ms: graceMs, ...target }) => changes.stop(target, graceMs),
    'servers.restart': (target) => changes.restart(target),
    'servers.setNetwork': async ({ network, ...target }) => {
      await changes.setNetwork(target, network);
      details.refresh(target.server_id);
    },
    'servers.share': async ({ address, ...target }) => {
      await changes.share(target, address);
      details.refresh(target.server_id);
    },
    'servers.testShare': ({ address, ports }) => testShare(address, ports),
    'servers.type': ({ line, ...target }) => changes.type(target, line),
    'servers.readLog': ({ read, ...target }, { signal }) => changes.readLog(target, read, signal),
    'servers.searchLog': ({ search, ...target }, { signal }) => changes.searchLog(target, search, signal),
  };
}

export function serverSources(
  pinned: PinnedServers,
  lists: ServerLists,
  details: ServerDetails,
  instances: InstanceService,
): TopicSources<Contract> {
  return {
    servers: lists.list,
    'servers.state': lists.state,
    'servers.usage': (place) => usageSource(instances, place),
    'servers.detail': details.source,
    'servers.log': (target) => logSource(instances, target),
    'servers.pinned': ({ instance_id: id }) => pinned.source(id),
  };
}
