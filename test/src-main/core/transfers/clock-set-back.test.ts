// The clock of the machine is set back by an hour while something is sent: nothing waits for that hour, and no figure comes of it.
import { expect, it, onTestFinished } from 'vitest';
import { createRate } from '../../../../src-main/core/transfers/engine/progress.ts';
import { createGate } from '../../../../src-main/core/transfers/engine/retry-gate.ts';
import { createSpeedMeter } from '../../../../src-main/core/transfers/queue/speed-meter.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { createTurnedClock } from '../../../support/turned-clock.ts';
import { until } from '../../../support/until.ts';

const HOUR_MS = 3_600_000;
const away = new AppError('INSTANCE_UNREACHABLE');

function closedGate(patienceMs?: number) {
  const time = createTurnedClock();
  const gate = createGate({ clock: time.clock, random: () => 1, onTrouble: () => undefined, patienceMs });
  gate.failed(away, time.clock.now());
  const { signal } = new AbortController();
  const waits = (count: number) => until(() => time.waiting() === count, `${count} to wait`);
  return { ...time, gate, pass: () => gate.pass(signal), waits };
}

it('goes on trying when the wait that there was is over, also for who comes later', async () => {
  const { pass, setBack, turn, waits } = closedGate();
  const before = pass();
  await waits(1);
  setBack(HOUR_MS);
  const later = pass();
  await waits(2);
  turn(500);
  await Promise.all([before, later]);
});

it('waits once more at most where nobody looked meanwhile', async () => {
  const { pass, setBack, turn, waits } = closedGate();
  const before = pass();
  await waits(1);
  setBack(HOUR_MS);
  turn(500);
  await waits(1);
  turn(500);
  await before;
});

it('gives up where its patience is over, however the clock was set', () => {
  const { gate, clock, setBack, turn } = closedGate(60_000);
  setBack(HOUR_MS);
  turn(50_000);
  gate.failed(away, clock.now());
  turn(70_000);
  expect(() => gate.failed(away, clock.now())).toThrow(away);
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
