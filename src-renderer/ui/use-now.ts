// The time as state, for countdowns. It ticks only while somebody needs it.
import { useEffect, useState } from 'react';

/** Now in Unix milliseconds, renewed each second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
