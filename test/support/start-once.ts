// Starts what several tests of a file use together, at its first use, and closes it when the file ends. For tests that need
// nothing fresh: a service and a core with their threads cost more than most of what is tried on them.
import { afterAll, onTestFinished } from 'vitest';

type Close = () => unknown;

/** Where what is being started for a whole file leaves how to close it. */
let closersOfFile: Close[] | undefined;

/** Closes when the test ends, or when the file does where it is started for all of it. */
export function closeAtEnd(close: Close): void {
  if (closersOfFile === undefined) onTestFinished(async () => void (await close()));
  else closersOfFile.push(close);
}

/** Call this outside of tests, and what it answers within them. Nothing else may be started until it is there. */
export function startOnce<Started>(start: () => Promise<Started>): () => Promise<Started> {
  const closers: Close[] = [];
  let started: Promise<Started> | undefined;
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });
  return async () => {
    if (started !== undefined) return await started;
    closersOfFile = closers;
    try {
      started = start();
      return await started;
    } finally {
      closersOfFile = undefined;
    }
  };
}
