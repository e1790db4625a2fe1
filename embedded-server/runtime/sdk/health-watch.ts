// Expects a server to report its health in each period, and says when it missed too many periods in a row.
import type { HealthCheck } from '../../../src-shared/service/server-sdk.ts';

type Parts = {
  now(): number;
  /** It missed one more. */
  onMissed(): void;
  onUnhealthy(seconds: number): void;
};

/** Without a check nothing is waited for. */
export function createHealthWatch(check: HealthCheck | undefined, { now, onMissed, onUnhealthy }: Parts) {
  let lastAt: number | undefined;
  let isReported = false;
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = ({ period_seconds: period, failure_threshold: most }: HealthCheck) => {
    missed = isReported ? 0 : missed + 1;
    isReported = false;
    if (missed === 0) return;
    if (missed < most) {
      onMissed();
      return;
    }
    stop();
    onUnhealthy(missed * period);
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return {
    start: (): void => {
      if (check === undefined || isStopped) return;
      timer = setTimeout(() => {
        timer = setInterval(() => look(check), check.period_seconds * 1000);
      }, check.initial_delay_seconds * 1000);
    },
    stop,
    /** Answers whether people see something else now. */
    report: (): boolean => {
      lastAt = now();
      isReported = true;
      const hadMissed = missed > 0;
      missed = 0;
      return hadMissed || check !== undefined;
    },
    view: () => {
      if (check === undefined) return {};
      return { health: { ...check, ...(lastAt === undefined ? {} : { last_at: lastAt }), missed } };
    },
  };
}
