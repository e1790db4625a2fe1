// Lines of a log, as many as a test wants, each with its number in it.
import type { LogLineView } from '../../../src-shared/servers/log.ts';

function line(number: number): LogLineView {
  return {
    number,
    at: 1_795_000_000_000 + number,
    stream: 'std_out',
    cut: false,
    text: `tick ${number} took 11.5 ms`,
    ...(number % 1_000 === 0 ? { level: 'warn' as const } : {}),
  };
}

export const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at));
export const extent = (last: number) => ({ first: 1, last, count: last, dropped: 0 });
