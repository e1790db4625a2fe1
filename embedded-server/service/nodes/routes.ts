// Answers the calls about nodes.
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { NodeService } from './service.ts';

type Served = 'listNodes' | 'drainNode' | 'resumeNode' | 'explainJoin';

export function nodeHandlers(nodes: NodeService): SomeHandlers<Served> {
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
