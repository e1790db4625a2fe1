// How often a server that has yet to listen is looked at.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createListeningWatch } from '../../../../embedded-server/runtime/hosting-thread/listening-watch.ts';
import type { OpenPort } from '../../../../embedded-server/runtime/runner/runner.ts';

const port = { name: 'game', protocol: 'udp', port: 7777, reachedAt: '127.0.0.1' } as const;
const open: OpenPort = { protocol: 'udp', address: '0.0.0.0', port: 7777 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openScene() {
  const listening = new Map<string, number>();
  const looks: number[] = [];
  const watch = createListeningWatch({
    openPorts: () => {
      looks.push(performance.now());
      const isOpen = ([, at]: [string, number]) => at <= performance.now();
      return Promise.resolve(new Map([...listening].filter(isOpen).map(([server_id]) => [server_id, [open]])));
    },
    onProblem: (thrown) => {
      throw thrown;
    },
  });
  const start = (server_id: string, listensAfterMs: number) => {
    const since = performance.now();
    listening.set(server_id, since + listensAfterMs);
    const noticed: number[] = [];
    const onListening = () => void noticed.push(performance.now() - since);
    watch.await({ server_id, expected: [port], onListening, onSilent: () => {} });
    return noticed;
  };
  return { looks, start, close: watch.close };
}

test.each([30, 300, 3000, 15_000])(
  'one that listens after %i ms is noticed within a tenth of that, or at the next look',
  async (ms) => {
    const { start } = openScene();
    const noticed = start('one', ms);
    await vi.advanceTimersByTimeAsync(ms + Math.max(40, ms / 10) + 1);
    expect(noticed).toEqual([expect.any(Number)]);
  },
);

test('the longer one takes, the less often all processes of the machine are looked through', async () => {
  const { looks, start, close } = openScene();
  start('one', Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(looks.length).toBeLessThan(60);
  close();
});

test('one that starts later is not made to wait by one that takes long', async () => {
  const { start, close } = openScene();
  start('slow', Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(15_000);
  const noticed = start('quick', 100);
  await vi.advanceTimersByTimeAsync(145);
  expect(noticed).toEqual([expect.any(Number)]);
  close();
});

test('servers that start while it looks get no look of their own', async () => {
  let [under, most, looks] = [0, 0, 0];
  const watch = createListeningWatch({
    openPorts: async () => {
      looks += 1;
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => void setTimeout(resolve, 100));
      under -= 1;
      return new Map();
    },
    onProblem: (thrown) => {
      throw thrown;
    },
  });
  for (let count = 0; count < 20; count += 1) {
    watch.await({ server_id: `${count}`, expected: [port], onListening: () => {}, onSilent: () => {} });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(most).toBe(1);
  expect(looks).toBeLessThan(15);
  watch.close();
});
