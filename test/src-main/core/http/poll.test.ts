// Reading again and again: a wake cuts the wait short, and the signal ends it.
import { expect, it } from 'vitest';
import { poll } from '../../../../src-main/core/http/poll.ts';
import { createWake } from '../../../../src-main/core/http/watch-loop.ts';
import { until } from '../../../support/until.ts';

it('reads again at once when it is woken, and ends with its signal', async () => {
  const wake = createWake();
  const controller = new AbortController();
  let reads = 0;
  const ended = poll({
    signal: controller.signal,
    wake,
    waitMs: () => 3_600_000,
    read: async () => (reads += 1) > 0,
    onFailure: (error) => expect.unreachable(error.message),
  });
  await until(() => reads === 1);
  wake.now();
  await until(() => reads === 2);
  controller.abort();
  await ended;
  expect(reads).toBe(2);
});
