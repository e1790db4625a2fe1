// The time as state, for countdowns. It ticks only while somebody needs it.
import { useEffect, useState } from 'react';

/** Now in Unix milliseconds, renewed each second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    if (ticking) tick();
    const timer = ticking ? setInterval(tick, 1_000) : undefined;
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
