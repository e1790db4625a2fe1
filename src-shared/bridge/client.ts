// The window's end of the bridge: typed calls, and topics that stay right across lost frames and lost connections.
import type { z } from 'zod';
import { AppError, reviveError } from '../errors/app-error.ts';
import { assertNever } from '../assert-never.ts';
import type { BridgeContract, TopicState } from './define.ts';
import { type ListChange, type ServerFrame, serverFrame } from './frames.ts';
import type { Transport } from './transport.ts';

/** Called with each new state of a topic, or with the error that ended it. */
export type TopicListener<S> = { next: (state: S) => void; error?: (error: AppError) => void };

/** The window's view of the core. */
export type BridgeClient<C extends BridgeContract> = {
  call<K extends keyof C['calls'] & string>(
    name: K,
    input: z.input<C['calls'][K]['input']>,
    options?: { signal?: AbortSignal },
  ): Promise<z.output<C['calls'][K]['output']>>;
  subscribe<K extends keyof C['topics'] & string>(
    name: K,
    input: z.input<C['topics'][K]['input']>,
    listener: TopicListener<TopicState<C['topics'][K]>>,
  ): () => void;
  /** Speaks over this transport from now on. Topics are asked for again; calls that were under way have failed. */
  attach(transport: Transport): void;
};

type Pending = { resolve: (output: unknown) => void; reject: (error: AppError) => void };
type Subscription = {
  name: string;
  input: unknown;
  kind: 'list' | 'value';
  seq: number | undefined;
  state: unknown;
  listener: TopicListener<never>;
};

/** Makes a client with no transport yet: topics wait for the first `attach`, calls fail until then. */
export function createBridgeClient<C extends BridgeContract>(contract: C): BridgeClient<C> {
  const pending = new Map<number, Pending>();
  const subscriptions = new Map<number, Subscription>();
  let transport: Transport | undefined;
  let nextId = 1;

  const ask = (id: number, subscription: Subscription) => {
    subscription.seq = undefined;
    transport?.send({ t: 'subscribe', id, name: subscription.name, input: subscription.input });
  };

  const take = (frame: ServerFrame) => {
    switch (frame.t) {
      case 'reply':
        pending.get(frame.id)?.resolve(frame.output);
        pending.delete(frame.id);
        return;
      case 'error':
        pending.get(frame.id)?.reject(reviveError(frame.error));
        pending.delete(frame.id);
        subscriptions.get(frame.id)?.listener.error?.(reviveError(frame.error));
        return;
      case 'snapshot':
      case 'change':
        update(frame, subscriptions.get(frame.id), ask);
        return;
      default:
        assertNever(frame);
    }
  };

  const lose = (lost: Transport) => {
    if (transport !== lost) return;
    transport = undefined;
    const error = new AppError('BRIDGE_CLOSED');
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  return {
    call: (name, input, options) =>
      new Promise((resolve, reject) => {
        if (transport === undefined) {
          reject(new AppError('BRIDGE_CLOSED'));
          return;
        }
        const id = nextId++;
        pending.set(id, { resolve: (output) => resolve(output as never), reject });
        options?.signal?.addEventListener('abort', () => transport?.send({ t: 'cancel', id }), { once: true });
        transport.send({ t: 'call', id, name, input });
      }),
    subscribe: (name, input, listener) => {
      const id = nextId++;
      const kind = contract.topics[name]?.kind ?? 'value';
      // The listener's state type is the topic's own; the map holds many topics and can not name each.
      const subscription = { name, input, kind, seq: undefined, state: undefined, listener: listener as never };
      subscriptions.set(id, subscription);
      ask(id, subscription);
      return () => {
        if (subscriptions.delete(id)) transport?.send({ t: 'unsubscribe', id });
      };
    },
    attach: (next) => {
      if (transport !== undefined) lose(transport);
      transport = next;
      next.onFrame((raw) => {
        const parsed = serverFrame.safeParse(raw);
        if (parsed.success && transport === next) take(parsed.data);
      });
      next.onClose(() => lose(next));
      for (const [id, subscription] of subscriptions) ask(id, subscription);
    },
  };
}

/** Puts a frame into a subscription's state. A number that does not follow means lost frames: ask for a new snapshot. */
function update(
  frame: ServerFrame & { t: 'snapshot' | 'change' },
  subscription: Subscription | undefined,
  ask: (id: number, subscription: Subscription) => void,
): void {
  if (subscription === undefined) return;
  if (frame.t === 'snapshot') {
    subscription.state = frame.value;
  } else {
    if (subscription.seq === undefined) return; // a snapshot is on its way
    if (frame.seq !== subscription.seq + 1) {
      ask(frame.id, subscription);
      return;
    }
    subscription.state =
      subscription.kind === 'list'
        ? applyListChange(subscription.state as { id: string }[], frame.change as ListChange<{ id: string }>)
        : frame.change;
  }
  subscription.seq = frame.seq;
  subscription.listener.next(subscription.state as never);
}

/** The list after a change. Items keep their place; new ones go last. */
export function applyListChange<T extends { id: string }>(list: readonly T[], change: ListChange<T>): T[] {
  const set = new Map(change.set.map((item) => [item.id, item]));
  const gone = new Set(change.remove);
  const kept = list.filter((item) => !gone.has(item.id)).map((item) => take(set, item.id) ?? item);
  return [...kept, ...set.values()];
}

function take<T>(map: Map<string, T>, id: string): T | undefined {
  const item = map.get(id);
  map.delete(id);
  return item;
}
