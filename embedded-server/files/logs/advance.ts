// Tells that a log has grown: at once, and then at most ten times a second, with the last figure.

const INTERVAL_MS = 100;

export type Advance = { moved(lines: number): void; end(): void };

export function createAdvance(tell: (lines: number) => void): Advance {
  let told = -1;
  let latest = -1;
  let timer: NodeJS.Timeout | undefined;
  const tellLatest = () => {
    timer = undefined;
    if (latest === told) return;
    told = latest;
    timer = setTimeout(tellLatest, INTERVAL_MS).unref();
    tell(latest);
  };
  return {
    moved: (lines) => {
      latest = lines;
      if (timer === undefined) tellLatest();
    },
    end: () => {
      clearTimeout(timer);
      if (latest !== told) tell(latest);
      told = latest;
    },
  };
}
