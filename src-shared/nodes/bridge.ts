// Nodes as the window sees them: those of an instance whose servers run on several.
import { z } from 'zod';
import { call, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { joinGuide, nodeList } from '../service/nodes.ts';

const id = z.string().min(1).max(200);
const instance = z.object({ instance_id: id });
const node = instance.extend({ node_id: id });

/** The nodes of an instance, null until they were read. With how fresh that is, in Unix milliseconds. */
export const nodesView = z.object({
  list: nodeList.nullable(),
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  problem: errorBody.optional(),
});
export type NodesView = z.infer<typeof nodesView>;

/** Calls about nodes. */
export const nodeCalls = {
  /** 0 ends what is on it now. */
  'nodes.drain': call(node.extend({ limit_ms: z.int().min(0) }), z.void()),
  'nodes.resume': call(node, z.void()),
  'nodes.explainJoin': call(instance, joinGuide),
};

/** Topics about nodes. They are read only while somebody looks. */
export const nodeTopics = {
  nodes: valueTopic(instance, nodesView),
};
