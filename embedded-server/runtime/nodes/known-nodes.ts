// The nodes as the driver last had them, looked at now and then: since when one is lost, and when it was last there.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { FleetDriver, FleetNode } from '../fleet/fleet-driver.ts';
import type { NodeRecord, NodeStore } from './node-store.ts';

/** A node with what is known of it from before. */
export type KnownNode = NodeRecord & Pick<FleetNode, 'state'>;
type Parts = {
  driver: Pick<FleetDriver, 'nodes'>;
  store: NodeStore;
  now(): number;
  /** After each look. */
  onLooked(nodes: readonly KnownNode[]): Promise<void>;
};
export type KnownNodes = ReturnType<typeof createKnownNodes>;

/** That a node is still there is written down only so often. */
const SEEN_EVERY_MS = 60_000;

export function createKnownNodes({ driver, store, now, onLooked }: Parts) {
  const written = new Map(store.list().map((record) => [record.node_id, record]));
  const known = new Map([...written].map(([id, record]) => [id, { ...record, state: stateBefore(record) }]));
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let problem: Message | undefined;
  const look = async (): Promise<void> => {
    const found = await driver.nodes();
    lookedAt = performance.now();
    const at = now();
    const nodes = found.map((node) => seen(node, known.get(node.node_id), at));
    known.clear();
    for (const node of nodes) known.set(node.node_id, node);
    const changed = nodes.map(recordOf).filter((record) => isWorthWriting(record, written.get(record.node_id)));
    const gone = [...written.keys()].filter((id) => !known.has(id));
    store.note(changed, gone);
    for (const record of changed) written.set(record.node_id, record);
    for (const id of gone) written.delete(id);
    await onLooked(nodes);
  };
  const lookOnce = async (): Promise<void> => {
    const run = async () => {
      try {
        await look();
        problem = undefined;
      } catch (thrown) {
        problem = asAppError(thrown).toMessage();
      }
    };
    looking ??= run().finally(() => {
      looking = undefined;
    });
    await looking;
  };
  return {
    one: (node_id: string): KnownNode | undefined => known.get(node_id),
    all: (): KnownNode[] => [...known.values()],
    put: (node: KnownNode): void => {
      const record = recordOf(node);
      store.put(record);
      written.set(node.node_id, record);
      known.set(node.node_id, node);
    },
    look: lookOnce,
    /** As the driver has them, not older than this; why they are older, where it cannot be asked. */
    atMostOld: async (ms: number): Promise<{ nodes: KnownNode[]; problem: Message | undefined }> => {
      if (performance.now() - lookedAt > ms) await lookOnce();
      return { nodes: [...known.values()], problem };
    },
    settled: async (): Promise<void> => await looking,
  };
}

function recordOf({ state: _state, ...record }: KnownNode): NodeRecord {
  return record;
}

/** Until it is looked at. */
function stateBefore({ lost_ts: lost, drain_ts: begun }: NodeRecord): KnownNode['state'] {
  if (lost !== null) return 'lost';
  return begun === null ? 'ready' : 'draining';
}

function isWorthWriting(record: NodeRecord, last: NodeRecord | undefined): boolean {
  if (last === undefined || Math.abs(record.seen_ts - last.seen_ts) >= SEEN_EVERY_MS) return true;
  return JSON.stringify({ ...record, seen_ts: 0 }) !== JSON.stringify({ ...last, seen_ts: 0 });
}

const NEVER = { seen_ts: null, lost_ts: null, drain_ts: null, drain_end_ts: null };

function seen(found: FleetNode, before: KnownNode | undefined, at: number): KnownNode {
  const { seen_ts: seenBefore, lost_ts: lostBefore, drain_ts, drain_end_ts } = before ?? NEVER;
  const drain = { drain_ts, drain_end_ts };
  if (found.state !== 'lost') return { ...found, ...drain, seen_ts: at, lost_ts: null };
  return { ...found, ...drain, seen_ts: seenBefore ?? at, lost_ts: lostBefore ?? at };
}
