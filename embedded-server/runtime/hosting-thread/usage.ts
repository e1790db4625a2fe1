// What each server used, second by second, as rates.

import type { Usage } from '../runner/runner.ts';
import type { UsageNow } from './messages.ts';

export type UsageRates = {
  /** The rates since the look before; a server that is seen for the first time has used nothing yet. */
  next(usages: ReadonlyMap<string, Usage>, at: number): UsageNow[];
};

/** Who was not seen for so long has ended. */
const KEPT_MS = 10_000;

export function createUsageRates(): UsageRates {
  // Not each look is at all of them: processes and containers are looked at apart.
  let before = new Map<string, { cpuMs: number; at: number }>();
  return {
    next: (usages, at) => {
      const seen = new Map<string, { cpuMs: number; at: number }>();
      const rates = [...usages].map(([serverId, { cpuMs, memoryBytes, processes, over = [] }]): UsageNow => {
        const last = before.get(serverId);
        seen.set(serverId, { cpuMs, at });
        const cpu =
          last === undefined || at <= last.at ? 0 : Math.round(((cpuMs - last.cpuMs) * 1000) / (at - last.at));
        return { serverId, cpu: Math.max(0, cpu), memory: memoryBytes, processes, over };
      });
      const lately = [...before].filter(([, last]) => at - last.at < KEPT_MS);
      before = new Map([...lately, ...seen]);
      return rates;
    },
  };
}
