// The service's log: one JSON object a line. Every line goes through the redactor, so no caller of it has to think of it.
import { redact, redactText } from './redact.ts';

export type LogLevel = 'info' | 'warn' | 'error';
export type LogEntry = { time: string; level: LogLevel; message: string } & Record<string, unknown>;
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

/** `most`: so many lines a second of what is ordinary. How many were left out is said in a line of its own. */
export function createLog(write: (entry: LogEntry) => void, most = Number.POSITIVE_INFINITY): Log {
  const leftOut = createBound(most);
  const put: Log = (level, message, facts = {}) => {
    const entry: LogEntry = { time: new Date().toISOString(), level, message: redactText(message) };
    for (const name of Object.keys(facts)) entry[name] = redact(facts[name]);
    write(entry);
  };
  return (level, message, facts) => {
    const before = level === 'info' ? leftOut() : 0;
    if (before === undefined) return;
    if (before > 0) put('info', 'lines left out', { count: before });
    put(level, message, facts);
  };
}

const WINDOW_MS = 50;

/** Answers how many lines were left out before this one; undefined when this one is, too. */
function createBound(perSecond: number): () => number | undefined {
  const most = (perSecond * WINDOW_MS) / 1000;
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return () => {
    const now = performance.now();
    count += 1;
    if (now - since < WINDOW_MS) return count > most ? undefined : 0;
    const left = Math.max(0, count - 1 - most);
    since = now;
    count = 1;
    return left;
  };
}
