// Does things at their time with one timer for all of them, however many packets are on their way.
import { createDelayQueue } from './delay-queue.ts';

export type Scheduler = {
  now(): number;
  /** Never before its time, and in the order of times. */
  at(time: number, act: () => void): void;
};

export function createScheduler(now: () => number = () => performance.now()): Scheduler {
  const queue = createDelayQueue<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  const arm = () => {
    const next = queue.nextAt();
    if (next === undefined || next >= timerAt) return;
    clearTimeout(timer);
    timerAt = next;
    timer = setTimeout(work, Math.max(0, Math.ceil(next - now())));
  };
  const work = () => {
    timerAt = Number.POSITIVE_INFINITY;
    const until = now();
    for (let act = queue.takeDue(until); act !== undefined; act = queue.takeDue(until)) act();
    arm();
  };
  return {
    now,
    at: (time, act) => {
      queue.add(time, act);
      arm();
    },
  };
}
