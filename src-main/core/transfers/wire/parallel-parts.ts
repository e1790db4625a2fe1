// How many parts go side by side: fewer after failures, slowly more again while all goes well. Pure but for its count.

const MOST_LANES = 8;

export type Pace = { lanes(): number; failed(): void; succeeded(): void };

export function createPace(most = MOST_LANES): Pace {
  let lanes = most;
  let failures = 0;
  let successes = 0;
  return {
    lanes: () => lanes,
    failed: () => {
      successes = 0;
      failures += 1;
      if (failures < 2) return;
      failures = 0;
      lanes = Math.max(1, Math.floor(lanes / 2));
    },
    succeeded: () => {
      failures = 0;
      successes += 1;
      if (successes < 2 * lanes) return;
      successes = 0;
      lanes = Math.min(most, lanes + 1);
    },
  };
}
