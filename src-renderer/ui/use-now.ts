// The time as state, for countdowns. It ticks only while somebody needs it.
import { useEffect, useState } from 'react';

/** Now in Unix milliseconds, renewed each second, or every so often, while `ticking`. */
export function useNow(ticking: boolean, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    if (ticking) tick();
    const timer = ticking ? setInterval(tick, everyMs) : undefined;
    return () => clearInterval(timer);
  }, [ticking, everyMs]);
  return now;
}
