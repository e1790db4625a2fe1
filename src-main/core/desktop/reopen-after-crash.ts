// Whether a window that crashed is opened again: a few times, so that one bad moment costs nothing, and not without end.
const MOST = 3;
const WITHIN_MS = 60_000;

export function createReopening(now: () => number = () => performance.now()) {
  let crashes: number[] = [];
  return {
    /** Called at each crash; answers whether to open it again. */
    mayReopen: (): boolean => {
      const at = now();
      crashes = [...crashes.filter((crash) => at - crash < WITHIN_MS), at];
      return crashes.length <= MOST;
    },
  };
}
