// One suite for the bridge, run over every transport: memory, Electron IPC (a stand-in pair) and WebSocket.
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBridgeClient } from '../../../src-shared/bridge/client.ts';
import { call, listTopic, valueTopic } from '../../../src-shared/bridge/define.ts';
import { serveBridge } from '../../../src-shared/bridge/serve.ts';
import { listSource, valueSource } from '../../../src-shared/bridge/source.ts';
import type { Transport } from '../../../src-shared/bridge/transport.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type TransportPair, transportKinds } from '../../support/transports.ts';
import { until } from '../../support/until.ts';

const item = z.object({ id: z.string(), n: z.number() });
const contract = {
  calls: {
    double: call(z.object({ n: z.number() }), z.object({ n: z.number() })),
    rest: call(z.object({}), z.void()),
    refuse: call(z.object({}), z.void()),
    explode: call(z.object({}), z.void()),
    wait: call(z.object({}), z.void()),
  },
  topics: { items: listTopic(z.object({}), item), clock: valueTopic(z.object({ zone: z.string() }), z.number()) },
};

const pairs: TransportPair[] = [];
afterEach(async () => {
  for (const pair of pairs.splice(0)) await pair.end();
});

async function setUp(makePair: () => Promise<TransportPair>, wrap: (t: Transport) => Transport = (t) => t) {
  const items = listSource<{ id: string; n: number }>();
  const clock = valueSource(1);
  const seen = { waiting: false, aborted: false, unexpected: [] as AppError[] };
  const offer = {
    contract,
    onUnexpected: (error: AppError) => void seen.unexpected.push(error),
    handlers: {
      double: async ({ n }: { n: number }) => ({ n: n * 2 }),
      rest: async () => undefined,
      refuse: async () => {
        throw new AppError('GAME_NOT_FOUND', { text: 'No game by that name here.' }, { metadata: { game: 'x' } });
      },
      explode: async () => {
        throw new Error('a secret path');
      },
      wait: (_input: object, { signal }: { signal: AbortSignal }) =>
        new Promise<void>((_resolve, reject) => {
          seen.waiting = true;
          signal.addEventListener('abort', () => {
            seen.aborted = true;
            reject(new AppError('CANCELLED'));
          });
        }),
    },
    topics: { items: () => items, clock: () => clock },
  };
  const client = createBridgeClient(contract);
  const connect = async () => {
    const pair = await makePair();
    pairs.push(pair);
    serveBridge(offer, wrap(pair.core));
    client.attach(pair.window);
    return pair;
  };
  return { client, items, clock, seen, connect, pair: await connect() };
}

describe.each(Object.entries(transportKinds))('over %s', (_name, makePair) => {
  it('answers a call', async () => {
    const { client } = await setUp(makePair);
    await expect(client.call('double', { n: 21 })).resolves.toEqual({ n: 42 });
  });

  it('answers a call that has nothing to say', async () => {
    const { client } = await setUp(makePair);
    await expect(client.call('rest', {})).resolves.toBeUndefined();
  });

  it('brings an error across with its code, sentence and metadata', async () => {
    const { client } = await setUp(makePair);
    const error = await client.call('refuse', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'GAME_NOT_FOUND',
      message: 'No game by that name here.',
      metadata: { game: 'x' },
    });
  });

  it('never shows what an unexpected error said, but tells the log', async () => {
    const { client, seen } = await setUp(makePair);
    const error = await client.call('explode', {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ERROR' });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(seen.unexpected).toHaveLength(1);
  });

  it('refuses an unknown call, an unknown topic and input that does not fit, before any handler runs', async () => {
    const { client, pair } = await setUp(makePair);
    await expect(client.call('toString' as never, {} as never)).rejects.toMatchObject({ code: 'BRIDGE_UNKNOWN' });
    await expect(client.call('double', { n: 'x' as never })).rejects.toMatchObject({ code: 'BRIDGE_BAD_INPUT' });
    const errors: AppError[] = [];
    client.subscribe('nothing' as never, {} as never, { next: () => {}, error: (error) => errors.push(error) });
    await until(() => errors.length === 1);
    expect(errors[0]?.code).toBe('BRIDGE_UNKNOWN');
    expect(pair).toBeDefined();
  });

  it('cancels a call at the other end', async () => {
    const { client, seen } = await setUp(makePair);
    const controller = new AbortController();
    const waiting = client.call('wait', {}, { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(seen.aborted).toBe(true);
  });

  it('gives a snapshot first, then changes in order', async () => {
    const { client, items } = await setUp(makePair);
    items.set({ id: 'a', n: 1 }, { id: 'b', n: 2 });
    const states: { id: string; n: number }[][] = [];
    client.subscribe('items', {}, { next: (state) => states.push(state) });
    await until(() => states.length === 1);
    items.set({ id: 'a', n: 9 });
    items.set({ id: 'c', n: 3 });
    items.remove('b');
    await until(() => states.at(-1)?.at(-1)?.id === 'c');
    expect(states[0]).toEqual([
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ]);
    expect(states.at(-1)).toEqual([
      { id: 'a', n: 9 },
      { id: 'c', n: 3 },
    ]);
  });

  it('stops feeding what is no longer wanted', async () => {
    const { client, clock } = await setUp(makePair);
    const values: number[] = [];
    const stop = client.subscribe('clock', { zone: 'utc' }, { next: (value) => values.push(value) });
    await until(() => values.length === 1);
    stop();
    clock.set(2);
    await client.call('double', { n: 1 });
    expect(values).toEqual([1]);
  });

  it('asks for a new snapshot when a change was lost on the way', async () => {
    let dropNext = false;
    const { client, items } = await setUp(makePair, (transport) => ({
      ...transport,
      send: (frame) => {
        const lost = dropNext && (frame as { t: string }).t === 'change';
        if (lost) dropNext = false;
        else transport.send(frame);
      },
    }));
    let state: { id: string; n: number }[] = [];
    client.subscribe('items', {}, { next: (next) => (state = next) });
    items.set({ id: 'a', n: 1 });
    await until(() => state.length === 1);
    dropNext = true;
    items.set({ id: 'lost', n: 2 });
    await until(() => !dropNext);
    items.set({ id: 'b', n: 3 });
    await until(() => state.length === 3);
    expect(state.map(({ id }) => id)).toEqual(['a', 'lost', 'b']);
  });

  it('fails calls when the line ends, those that were sent with a code of their own, and goes on with topics over the next one', async () => {
    const { client, items, seen, pair, connect } = await setUp(makePair);
    items.set({ id: 'a', n: 1 });
    const states: { id: string; n: number }[][] = [];
    client.subscribe('items', {}, { next: (state) => states.push(state) });
    await until(() => states.length === 1);
    const waiting = client.call('wait', {});
    const failed = expect(waiting).rejects.toMatchObject({ code: 'BRIDGE_UNANSWERED' });
    await until(() => seen.waiting);
    pair.window.close();
    pair.core.close();
    await failed;
    await until(() => seen.aborted);
    await expect(client.call('double', { n: 1 })).rejects.toMatchObject({ code: 'BRIDGE_CLOSED' });
    items.set({ id: 'meanwhile', n: 2 });
    await connect();
    await until(() => states.at(-1)?.length === 2);
    await expect(client.call('double', { n: 1 })).resolves.toEqual({ n: 2 });
  });

  it('cuts the line to a window that does not speak our frames', async () => {
    const { pair } = await setUp(makePair);
    let closed = false;
    pair.core.onClose(() => (closed = true));
    pair.window.send({ hello: 'there' });
    await until(() => closed);
  });

  it('gives a slow window the latest state instead of a queue', async () => {
    let backlog = 0;
    let changes = 0;
    const { client, items } = await setUp(makePair, (transport) => ({
      ...transport,
      send: (frame) => {
        if ((frame as { t: string }).t === 'change') changes += 1;
        transport.send(frame);
      },
      get backlog() {
        return backlog;
      },
    }));
    let state: { id: string; n: number }[] = [];
    client.subscribe('items', {}, { next: (next) => (state = next) });
    items.set({ id: 'a', n: 0 });
    await until(() => state.length === 1);
    changes = 0;
    backlog = 2_000_000;
    for (let n = 1; n <= 50; n += 1) {
      items.set({ id: 'a', n });
      await Promise.resolve();
    }
    backlog = 0;
    await until(() => state[0]?.n === 50);
    expect(changes).toBe(0);
  });
});
