// The clock of the machine is set back by an hour while something is sent: nothing waits for that hour, and no figure comes of it.
import { expect, it, onTestFinished } from 'vitest';
import { createBackoff } from '../../../../src-main/core/transfers/engine/backoff.ts';
import { createRate } from '../../../../src-main/core/transfers/engine/progress.ts';
import { createSpeedMeter } from '../../../../src-main/core/transfers/queue/speed-meter.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { createTurnedClock } from '../../../support/turned-clock.ts';
import { until } from '../../../support/until.ts';

const HOUR_MS = 3_600_000;
const away = new AppError('INSTANCE_UNREACHABLE');

function failedOnce(patienceMs?: number) {
  const time = createTurnedClock();
  const backoff = createBackoff({ clock: time.clock, random: () => 1, onTrouble: () => undefined, patienceMs });
  backoff.failed(away, time.clock.now());
  const { signal } = new AbortController();
  const waits = (count: number) => until(() => time.waiting() === count, `${count} to wait`);
  return { ...time, backoff, wait: () => backoff.wait(signal), waits };
}

it('goes on trying when the wait that there was is over, also for who comes later', async () => {
  const { wait, setBack, turn, waits } = failedOnce();
  const before = wait();
  await waits(1);
  setBack(HOUR_MS);
  const later = wait();
  await waits(2);
  turn(500);
  await Promise.all([before, later]);
});

it('waits once more at most where nobody looked meanwhile', async () => {
  const { wait, setBack, turn, waits } = failedOnce();
  const before = wait();
  await waits(1);
  setBack(HOUR_MS);
  turn(500);
  await waits(1);
  turn(500);
  await before;
});

it('gives up where its patience is over, however the clock was set', () => {
  const { backoff, clock, setBack, turn } = failedOnce(60_000);
  setBack(HOUR_MS);
  turn(50_000);
  backoff.failed(away, clock.now());
  turn(70_000);
  expect(() => backoff.failed(away, clock.now())).toThrow(away);
});

it('tells the rate of what was sent since', () => {
  const { clock, setBack, turn } = createTurnedClock();
  const rate = createRate(clock);
  rate.add(1_000_000);
  turn(1_000);
  setBack(HOUR_MS);
  expect(rate.perSecond()).toBe(0);
  rate.add(500);
  turn(1_000);
  expect(rate.perSecond()).toBe(500);
});

it('draws no speed that was none, and nothing that is still to come', async () => {
  let now = 10 * HOUR_MS;
  const meter = createSpeedMeter(() => [{ trouble: () => undefined }], { now: () => now, everyMs: HOUR_MS });
  onTestFinished(meter.close);
  meter.touch();
  const send = meter.counted(async ({ onBytes }) => {
    onBytes(HOUR_MS);
    return { ok: true } as never;
  });
  await send({ onBytes: () => undefined } as never);
  now -= HOUR_MS;
  meter.look();
  expect(meter.source.snapshot().points).toEqual([{ at: now, bytes_per_second: 1_000, is_lost: false }]);
});
