// Lets a long list of tall rows be drawn over several frames, so that none of them is held up by all rows at once.
import { useEffect, useState } from 'react';

/** About what a window shows of tall rows. */
const AT_FIRST = 6;
const EACH_FRAME = 4;

/** How many of so many rows to draw now. */
export function useGradually(total: number): number {
  const [drawn, setDrawn] = useState(AT_FIRST);
  useEffect(() => {
    if (drawn >= total) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(drawn + EACH_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [drawn, total]);
  return drawn;
}
