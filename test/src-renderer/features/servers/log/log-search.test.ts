// How a search of a log waits for more lines.
import { expect, onTestFinished, test, vi } from 'vitest';
import { runLogSearch } from '../../../../../src-renderer/features/servers/log/log-search.ts';

test('leaves no listener behind for each time it has waited, and ends at once', async () => {
  vi.useFakeTimers();
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const listening = () => added.mock.calls.length - removed.mock.calls.length;
  const onRest = vi.fn<() => void>();
  const target = { instance_id: 'local', game_id: 'g', namespace_id: 'n', server_id: 's' };
  const stop = runLogSearch({ target, search: { text: 'reef' }, last: () => 0, onFound: () => undefined, onRest });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onRest.mock.calls.length).toBeGreaterThan(5);
  expect(listening()).toBe(1);
  stop();
  expect([listening(), vi.getTimerCount()]).toEqual([0, 0]);
});
