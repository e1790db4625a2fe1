// Ten thousand malformed frames over the app's IPC transport, into the real core: none of them may throw, change a setting
// or leave the core unable to answer.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ipcTransport } from '../../../src-main/electron/ipc-transport.ts';
import { slipwayBridge } from '../../../src-shared/bridge/contract.ts';
import { ipcChannel } from '../../../src-shared/bridge/port.ts';
import { serveBridge } from '../../../src-shared/bridge/serve.ts';
import { startTestCore } from '../../support/core.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { until } from '../../support/until.ts';

const FRAMES = 10_000;
/** Calls that would do something real with an input that happens to fit. */
const harmful = /^(host\.isolation|instances\.restart|instances\.useFreshFolder|games\.runSample|builds\.)/;
const names = [...Object.keys(slipwayBridge.calls), ...Object.keys(slipwayBridge.topics)].filter(
  (name) => !harmful.test(name),
);

function oddValue(random: Random, depth = 0): unknown {
  const simple = [
    null,
    undefined,
    true,
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 60,
    '',
    'x',
    '../../etc/passwd',
    '\u0000',
    '__proto__',
    'constructor',
    'x'.repeat(5_000),
    new Date(0),
    new Map([[1, 2]]),
    10n,
    [[]],
    new Uint8Array(9),
  ];
  if (depth > 3 || random.below(3) > 0) return random.pick(simple);
  const keys = ['t', 'id', 'name', 'input', 'instance_id', 'game_id', '__proto__', 'url', 'toString', 'token'];
  if (random.below(2) === 0) return Array.from({ length: random.below(4) }, () => oddValue(random, depth + 1));
  const entries = Array.from({ length: random.below(5) }, () => [random.pick(keys), oddValue(random, depth + 1)]);
  return Object.fromEntries(entries);
}

function oddFrame(random: Random): unknown {
  if (random.below(4) === 0) return oddValue(random);
  return {
    t: random.pick(['call', 'cancel', 'subscribe', 'unsubscribe', 'reply', 'snapshot', 'CALL', 1, null]),
    id: random.pick([1, 2, 3, -1, 1.5, 'one', null, Number.MAX_SAFE_INTEGER]),
    name: random.pick([...names, 'nothing', '__proto__', 'constructor', 'toString', '']),
    input: oddValue(random),
  };
}

test('survives 10,000 malformed frames', { timeout: 120_000 }, async () => {
  const random = createRandom();
  const app = await startTestCore();
  await app.whenState('local', 'connected');
  const before = app.core.settings.get();
  const ipc = new EventEmitter();
  const page = { url: 'slipway://app/index.html' };
  const sent: unknown[] = [];
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    send: (_channel: string, frame: unknown) => void sent.push(frame),
  });
  let cuts = 0;
  let current: ReturnType<typeof ipcTransport> | undefined;
  // A line that was cut is gone with its page; the next page gets one of its own.
  const connect = () => {
    current = ipcTransport(ipc as never, contents as never, () => true);
    current.onClose(() => {
      cuts += 1;
      queueMicrotask(connect);
    });
    serveBridge(app.core.offer, current);
  };
  connect();
  for (let count = 0; count < FRAMES; count += 1) {
    const frame = oddFrame(random);
    expect(() => ipc.emit(ipcChannel, { sender: contents, senderFrame: page }, frame)).not.toThrow();
    // A line that was cut is there again before the next frame.
    await (count % 50 === 0 ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve());
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(cuts).toBeGreaterThan(100);
  expect(contents.listenerCount('destroyed')).toBe(1);
  sent.length = 0;
  ipc.emit(ipcChannel, { sender: contents }, { t: 'subscribe', id: 77, name: 'settings', input: {} });
  await until(
    () => sent.some((frame) => (frame as { id?: number; t?: string }).id === 77),
    'an answer after all of it',
  );
  expect(app.core.settings.get()).toEqual(before);
  expect(app.instances().map(({ name }) => name)).toEqual(['Local']);
});
