// Looks each second at what all servers use, in one pass, and makes rates of it.
import type { Limited, Usage } from './runner.ts';

export type UsageSample = Usage & {
  /** Unix milliseconds. */
  at: number;
  /** Thousandths of a core, since the sample before; 0 in the first. */
  millicores: number;
};

export type UsageSampler = {
  onSamples(listener: (samples: ReadonlyMap<string, UsageSample>) => void): () => void;
  /** Takes a sample now. Calls that overlap share one pass. */
  sample(): Promise<ReadonlyMap<string, UsageSample>>;
  /** Looks on its own from now on, until stopped. */
  start(): void;
  stop(): void;
};

export type SamplerOptions = {
  /** What every server uses now, by its id. */
  look: () => Promise<ReadonlyMap<string, Usage>>;
  /** What a server takes too much of. */
  judge?: (server_id: string, sample: UsageSample) => readonly Limited[];
  onProblem: (thrown: unknown) => void;
  everyMs?: number;
  now?: () => number;
};

const EVERY_MS = 1_000;

export function createUsageSampler(options: SamplerOptions): UsageSampler {
  const { look, judge, onProblem, everyMs = EVERY_MS, now = Date.now } = options;
  const listeners = new Set<(samples: ReadonlyMap<string, UsageSample>) => void>();
  let last: ReadonlyMap<string, UsageSample> = new Map();
  let pass: Promise<ReadonlyMap<string, UsageSample>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const takeSample = async () => {
    const usages = await look();
    const at = now();
    const toSample = (id: string, usage: Usage) => {
      const sample = { ...usage, at, millicores: rate(last.get(id), usage, at) };
      return judge === undefined ? sample : { ...sample, over: judge(id, sample) };
    };
    last = new Map([...usages].map(([id, usage]) => [id, toSample(id, usage)]));
    for (const listener of listeners) listener(last);
    return last;
  };
  const sample = () => {
    pass ??= takeSample().finally(() => {
      pass = undefined;
    });
    return pass;
  };
  return {
    onSamples: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sample,
    start: () => {
      timer ??= setInterval(() => void sample().catch(onProblem), everyMs).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function rate(before: UsageSample | undefined, { cpuMs }: Usage, at: number): number {
  if (before === undefined || at <= before.at) return before?.millicores ?? 0;
  return Math.round(((cpuMs - before.cpuMs) * 1000) / (at - before.at));
}
