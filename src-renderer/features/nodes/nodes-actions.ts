// Follows the nodes of an instance, empties one, lets it take servers again, and asks how to add one.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NodesView } from '../../../src-shared/nodes/bridge.ts';
import type { JoinGuideView } from '../../../src-shared/service/nodes.ts';
import { client } from '../../bridge/client.ts';
import { errorText, phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';

type Place = { instance_id: string; node_id: string };

/** Tells of the nodes until the answer is called. */
export function followNodes(instance_id: string, next: (view: NodesView) => void): () => void {
  return client.subscribe('nodes', { instance_id }, { next });
}

/** Answers what is wrong, if it goes on taking servers. */
export async function drainNode(place: Place, limitMs: number): Promise<string | undefined> {
  try {
    await client.call('nodes.drain', { ...place, limit_ms: limitMs });
    return undefined;
  } catch (thrown) {
    return errorText(asAppError(thrown));
  }
}

/** Lets it take servers again. */
export async function resumeNode(place: Place, name: string): Promise<void> {
  try {
    await client.call('nodes.resume', place);
  } catch (thrown) {
    const detail = errorText(asAppError(thrown));
    say({ state: 'failed', title: phrase('{name} does not take servers again', { name }), detail });
  }
}

/** How a machine becomes a node. Throws a sentence. */
export function explainJoin(instance_id: string): Promise<JoinGuideView> {
  return client.call('nodes.explainJoin', { instance_id });
}
