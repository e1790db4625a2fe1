// The time as state, for countdowns and for what lasts. It ticks only while somebody needs it and the window is seen.
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Clock = { listeners: Set<() => void>; stop: () => void };

/** One for each period, whoever shows it: what is shown in several places changes together. */
const clocks = new Map<number, Clock>();

function listen(everyMs: number, tick: () => void): () => void {
  const clock = clocks.get(everyMs) ?? start(everyMs);
  clock.listeners.add(tick);
  return () => {
    clock.listeners.delete(tick);
    if (clock.listeners.size > 0) return;
    clock.stop();
    clocks.delete(everyMs);
  };
}

function start(everyMs: number): Clock {
  const listeners = new Set<() => void>();
  const tickAll = () => {
    if (!document.hidden) for (const tick of listeners) tick();
  };
  const timer = setInterval(tickAll, everyMs);
  document.addEventListener('visibilitychange', tickAll);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tickAll);
  };
  const clock = { listeners, stop };
  clocks.set(everyMs, clock);
  return clock;
}

/** Now in Unix milliseconds, renewed each second, or every so often, while `ticking`. */
export function useNow(ticking: boolean, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    return listen(everyMs, tick);
  }, [ticking, everyMs]);
  return now;
}

/** Now, for how long something lasts since `from`: each second in its first minute, then as its minutes change. Without `from` it stands. */
export function useNowSince(from: number | undefined): number {
  const [everyMs, setEveryMs] = useState(1_000);
  const now = useNow(from !== undefined, everyMs);
  const lasted = now - (from ?? now);
  const wanted = lasted < MINUTE_MS ? 1_000 : lasted < HOUR_MS ? 10_000 : MINUTE_MS;
  if (wanted !== everyMs) setEveryMs(wanted);
  return now;
}
