// The rows of the table about nodes (ours).
import { nothing } from './common.ts';
import { endpoint } from './endpoint.ts';
import { drainNodeBody, joinGuide, nodeList } from './nodes.ts';
import { nodeParams } from './params.ts';

const forOwner = { access: ['owner'], needs: 'owner', watch: false } as const;

/** Calls about nodes. Servers of all games are on them, so they are the owner's alone. */
export const nodeRows = {
  listNodes: endpoint({
    name: 'listNodes',
    feature: 'nodes',
    summary: 'Lists the nodes that servers run on, with what is set aside, what is used and which servers each has.',
    method: 'GET',
    path: '/cloud/nodes',
    params: nothing,
    query: nothing,
    body: null,
    answer: nodeList,
    ...forOwner,
  }),
  drainNode: endpoint({
    name: 'drainNode',
    feature: 'nodes',
    summary:
      'Drains a node: it takes no new servers, and those that it has stop when their players have left, at the latest after the limit.',
    method: 'POST',
    path: '/cloud/nodes/{node_id}/drain',
    params: nodeParams,
    query: nothing,
    body: drainNodeBody,
    answer: nothing,
    ...forOwner,
  }),
  resumeNode: endpoint({
    name: 'resumeNode',
    feature: 'nodes',
    summary: 'Has a node take new servers again. Servers that still drain on it and are wanted keep running.',
    method: 'POST',
    path: '/cloud/nodes/{node_id}/resume',
    params: nodeParams,
    query: nothing,
    body: nothing,
    answer: nothing,
    ...forOwner,
  }),
  explainJoin: endpoint({
    name: 'explainJoin',
    feature: 'nodes',
    summary: 'Says what to type on another machine so that it becomes a node. It has a secret of the engine in it.',
    method: 'POST',
    path: '/cloud/nodes/join',
    params: nothing,
    query: nothing,
    body: nothing,
    answer: joinGuide,
    ...forOwner,
  }),
} as const;
