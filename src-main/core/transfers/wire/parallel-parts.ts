// How many parts go side by side: fewer after failures, slowly more again while all goes well. Pure but for its count.

const MOST_PARTS = 8;

export type Pace = { parallelParts(): number; failed(): void; succeeded(): void };

export function createPace(most = MOST_PARTS): Pace {
  let parallelParts = most;
  let failures = 0;
  let successes = 0;
  return {
    parallelParts: () => parallelParts,
    failed: () => {
      successes = 0;
      failures += 1;
      if (failures < 2) return;
      failures = 0;
      parallelParts = Math.max(1, Math.floor(parallelParts / 2));
    },
    succeeded: () => {
      failures = 0;
      successes += 1;
      if (successes < 2 * parallelParts) return;
      successes = 0;
      parallelParts = Math.min(most, parallelParts + 1);
    },
  };
}
