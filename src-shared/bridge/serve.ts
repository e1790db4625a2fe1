// The core's end of the bridge. Every frame is checked here, before any handler runs.
import type { z } from 'zod';
import { assertNever } from '../assert-never.ts';
import { AppError, asAppError } from '../errors/app-error.ts';
import type { BridgeContract } from './define.ts';
import { type ClientFrame, clientFrame, type ServerFrame } from './frames.ts';
import type { Source } from './source.ts';
import type { Transport } from './transport.ts';

/** One handler for each call. */
export type CallHandlers<C extends BridgeContract> = {
  [K in keyof C['calls']]: (
    input: z.output<C['calls'][K]['input']>,
    context: { signal: AbortSignal },
  ) => Promise<z.input<C['calls'][K]['output']>>;
};

/** One source for each topic, found by the topic's input. */
export type TopicSources<C extends BridgeContract> = {
  [K in keyof C['topics']]: (input: z.output<C['topics'][K]['input']>) => Source;
};

/** What the core offers over a bridge. */
export type BridgeOffer<C extends BridgeContract> = {
  contract: C;
  handlers: CallHandlers<C>;
  topics: TopicSources<C>;
  /** Called with what was not an AppError, so that it reaches the log; may answer the ray id under which it stands there. */
  onUnexpected?: (error: AppError) => string | undefined | void;
};

/** Above this many waiting bytes a slow window gets no more changes, but the latest state once it has caught up. */
const BACKLOG_LIMIT = 1_048_576;
const CATCH_UP_MS = 100;

/** What is under way for one window. */
type Line = {
  readonly transport: Transport;
  readonly running: Map<number, AbortController>;
  readonly subscriptions: Map<number, () => void>;
  send(frame: ServerFrame): void;
};

/** Serves one window until its transport closes. */
export function serveBridge<C extends BridgeContract>(offer: BridgeOffer<C>, transport: Transport): void {
  const line: Line = {
    transport,
    running: new Map(),
    subscriptions: new Map(),
    send: (frame) => transport.send(frame),
  };
  transport.onFrame((raw) => {
    const parsed = clientFrame.safeParse(raw);
    // A frame without a readable id cannot be answered; the window is not ours, so the line is cut.
    if (parsed.success) takeFrame(offer, line, parsed.data);
    else transport.close();
  });
  transport.onClose(() => {
    for (const stop of line.subscriptions.values()) stop();
    for (const controller of line.running.values()) controller.abort(new AppError('BRIDGE_CLOSED'));
    line.subscriptions.clear();
    line.running.clear();
  });
}

function takeFrame<C extends BridgeContract>(offer: BridgeOffer<C>, line: Line, frame: ClientFrame): void {
  switch (frame.t) {
    case 'call':
      void runCall(offer, line, frame);
      return;
    case 'cancel':
      line.running.get(frame.id)?.abort(new AppError('CANCELLED'));
      return;
    case 'subscribe':
      line.subscriptions.get(frame.id)?.();
      try {
        line.subscriptions.set(frame.id, feed(findSource(offer, frame.name, frame.input), frame.id, line));
      } catch (thrown) {
        fail(offer, line, frame.id, thrown);
      }
      return;
    case 'unsubscribe':
      line.subscriptions.get(frame.id)?.();
      line.subscriptions.delete(frame.id);
      return;
    default:
      assertNever(frame);
  }
}

async function runCall<C extends BridgeContract>(
  offer: BridgeOffer<C>,
  line: Line,
  frame: ClientFrame & { t: 'call' },
): Promise<void> {
  const controller = new AbortController();
  line.running.set(frame.id, controller);
  try {
    const run = findCall(offer, frame.name, frame.input);
    const output = await run({ signal: controller.signal });
    if (line.running.has(frame.id)) line.send({ t: 'reply', id: frame.id, output });
  } catch (thrown) {
    if (line.running.has(frame.id)) fail(offer, line, frame.id, thrown);
  } finally {
    line.running.delete(frame.id);
  }
}

function fail<C extends BridgeContract>(offer: BridgeOffer<C>, line: Line, id: number, thrown: unknown): void {
  const error = asAppError(thrown);
  const ray_id = error.code === 'ERROR' ? offer.onUnexpected?.(error) : undefined;
  line.send({ t: 'error', id, error: { ...error.toBody(), ...(ray_id ? { ray_id } : {}) } });
}

function feed(source: Source, id: number, { transport, send }: Line): () => void {
  let seq = 0;
  let catchUp: ReturnType<typeof setTimeout> | undefined;
  const snapshot = () => send({ t: 'snapshot', id, seq, value: source.snapshot() });
  const whenCaughtUp = () => {
    catchUp = setTimeout(() => {
      catchUp = undefined;
      if ((transport.backlog ?? 0) > BACKLOG_LIMIT) whenCaughtUp();
      else snapshot();
    }, CATCH_UP_MS);
  };
  snapshot();
  const stop = source.listen((change) => {
    if (catchUp !== undefined) return;
    if ((transport.backlog ?? 0) > BACKLOG_LIMIT) {
      whenCaughtUp();
      return;
    }
    seq += 1;
    send({ t: 'change', id, seq, change });
  });
  return () => {
    stop();
    clearTimeout(catchUp);
  };
}

function findCall<C extends BridgeContract>(offer: BridgeOffer<C>, name: string, input: unknown) {
  const row = Object.hasOwn(offer.contract.calls, name) ? offer.contract.calls[name] : undefined;
  if (row === undefined) throw new AppError('BRIDGE_UNKNOWN', 'bridge.no-call', { name });
  const handler = offer.handlers[name as keyof C['calls']];
  const parsed = parseInput(row.input, name, input);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just parsed with this call's own schema
  return (context: { signal: AbortSignal }) => handler(parsed as never, context);
}

function findSource<C extends BridgeContract>(offer: BridgeOffer<C>, name: string, input: unknown): Source {
  const row = Object.hasOwn(offer.contract.topics, name) ? offer.contract.topics[name] : undefined;
  if (row === undefined) throw new AppError('BRIDGE_UNKNOWN', 'bridge.no-topic', { name });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is parsed with this topic's own schema
  return offer.topics[name as keyof C['topics']](parseInput(row.input, name, input) as never);
}

function parseInput(schema: z.ZodType, name: string, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'BRIDGE_BAD_INPUT',
    'bridge.input-unreadable',
    { name },
    {
      metadata: parsed.error.issues.map((issue) => ({ path: issue.path.map(String), message: issue.message })),
    },
  );
}
