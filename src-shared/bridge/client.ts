// The window's end of the bridge: typed calls, and topics that stay right across lost frames and lost connections.
import type { z } from 'zod';
import { assertNever } from '../assert-never.ts';
import { AppError } from '../errors/app-error.ts';
import { reviveError } from '../errors/revive-error.ts';
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

/** What a client holds between frames. */
type State = {
  /** Brings errors back to life; a window says them in its own language. */
  readonly revive: (body: unknown) => AppError;
  transport: Transport | undefined;
  nextId: number;
  readonly pending: Map<number, Pending>;
  readonly subscriptions: Map<number, Subscription>;
};

/** Makes a client with no transport yet: topics wait for the first `attach`, calls fail until then. */
export function createBridgeClient<C extends BridgeContract>(contract: C, revive = reviveError): BridgeClient<C> {
  const state: State = { revive, transport: undefined, nextId: 1, pending: new Map(), subscriptions: new Map() };
  return {
    call: (name, input, options) =>
      new Promise((resolve, reject) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core answers by the same contract
        const settle: Pending = { resolve: (output) => resolve(output as never), reject };
        startCall(state, name, input, settle, options?.signal);
      }),
    subscribe: (name, input, listener) => {
      const id = state.nextId++;
      const kind = contract.topics[name]?.kind ?? 'value';
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the map holds topics of many types
      const subscription = { name, input, kind, seq: undefined, state: undefined, listener: listener as never };
      state.subscriptions.set(id, subscription);
      ask(state, id, subscription);
      return () => {
        if (state.subscriptions.delete(id)) state.transport?.send({ t: 'unsubscribe', id });
      };
    },
    attach: (next) => attach(state, next),
  };
}

function startCall(state: State, name: string, input: unknown, settle: Pending, signal: AbortSignal | undefined): void {
  if (state.transport === undefined) {
    settle.reject(new AppError('BRIDGE_CLOSED'));
    return;
  }
  const id = state.nextId++;
  const cancel = () => state.transport?.send({ t: 'cancel', id });
  signal?.addEventListener('abort', cancel, { once: true });
  const done = () => signal?.removeEventListener('abort', cancel);
  state.pending.set(id, {
    resolve: (output) => {
      done();
      settle.resolve(output);
    },
    reject: (error) => {
      done();
      settle.reject(error);
    },
  });
  state.transport.send({ t: 'call', id, name, input });
}

function ask(state: State, id: number, subscription: Subscription): void {
  subscription.seq = undefined;
  state.transport?.send({ t: 'subscribe', id, name: subscription.name, input: subscription.input });
}

function attach(state: State, next: Transport): void {
  if (state.transport !== undefined) lose(state, state.transport);
  state.transport = next;
  next.onFrame((raw) => {
    const parsed = serverFrame.safeParse(raw);
    if (parsed.success && state.transport === next) takeFrame(state, parsed.data);
  });
  next.onClose(() => lose(state, next));
  for (const [id, subscription] of state.subscriptions) ask(state, id, subscription);
}

function lose(state: State, lost: Transport): void {
  if (state.transport !== lost) return;
  state.transport = undefined;
  // The core goes on with what it has begun: nobody here knows what came of it.
  const error = new AppError('BRIDGE_UNANSWERED');
  const unanswered = [...state.pending.values()];
  state.pending.clear();
  for (const { reject } of unanswered) reject(error);
}

function takeFrame(state: State, frame: ServerFrame): void {
  const { pending, subscriptions } = state;
  switch (frame.t) {
    case 'reply':
      pending.get(frame.id)?.resolve(frame.output);
      pending.delete(frame.id);
      return;
    case 'error':
      pending.get(frame.id)?.reject(state.revive(frame.error));
      pending.delete(frame.id);
      subscriptions.get(frame.id)?.listener.error?.(state.revive(frame.error));
      return;
    case 'snapshot':
    case 'change':
      update(state, frame);
      return;
    default:
      assertNever(frame);
  }
}

type Item = { id: string };

/** Puts a frame into a subscription's state. A number that does not follow means lost frames: ask for a new snapshot. */
function update(state: State, frame: ServerFrame & { t: 'snapshot' | 'change' }): void {
  const subscription = state.subscriptions.get(frame.id);
  if (subscription === undefined) return;
  if (frame.t === 'snapshot') {
    subscription.state = frame.value;
  } else {
    if (subscription.seq === undefined) return; // a snapshot is on its way
    if (frame.seq !== subscription.seq + 1) {
      ask(state, frame.id, subscription);
      return;
    }
    subscription.state =
      subscription.kind === 'list'
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core answers by the same contract
          applyListChange(subscription.state as Item[], frame.change as ListChange<Item>)
        : frame.change;
  }
  subscription.seq = frame.seq;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core answers by the same contract
  subscription.listener.next(subscription.state as never);
}

/** The list after a change. Items keep their place; new ones go last. */
function applyListChange<T extends { id: string }>(list: readonly T[], change: ListChange<T>): T[] {
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
