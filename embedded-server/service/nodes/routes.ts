// Answers the calls about nodes.
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createNodeService, type NodeServiceParts } from './service.ts';
import { createBelongingsStore } from './store.ts';

type Served = 'listNodes' | 'drainNode' | 'resumeNode' | 'explainJoin';

type Parts = Omit<NodeServiceParts, 'belongings'> & { database: Database };

export function nodeHandlers({ database, ...parts }: Parts): SomeHandlers<Served> {
  const nodes = createNodeService({ ...parts, belongings: createBelongingsStore(database) });
  return {
    listNodes: () => nodes.list(),
    drainNode: async ({ params, body }) => {
      await nodes.drain(params.node_id, body.limit);
      return {};
    },
    resumeNode: async ({ params }) => {
      await nodes.resume(params.node_id);
      return {};
    },
    explainJoin: () => nodes.howToJoin(),
  };
}
