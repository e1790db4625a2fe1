// Keeps the first thread's room for short-lived objects small. Left to itself V8 makes it 128 MiB while servers log, gives it back,
// and takes it again. Other threads get theirs when they are started; the first one is reached by flags alone.
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Half of it is in use at a time. */
const MOST_BYTES = 16 * 1024 ** 2;
/** The flags are for all threads: those that start from now on begin with all the room that they are given, as they may not grow. */
const ROOM_OF_THREADS_MB = 2;

/** To be called first thing in the first thread, and once. */
export function limitYoungGeneration(): void {
  setFlagsFromString(`--min-semi-space-size=${ROOM_OF_THREADS_MB}`);
  // V8 looks at the factor each time it would grow, and after each collection it may have shrunk.
  const setFactor = () => setFlagsFromString(`--semi-space-growth-factor=${youngRoom() < MOST_BYTES ? 2 : 1}`);
  setFactor();
  new PerformanceObserver(setFactor).observe({ entryTypes: ['gc'] });
}

function youngRoom(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
