// The service's log: one JSON object a line. Every line goes through the redactor, so no caller of it has to think of it.
import { redact, redactText } from './redact.ts';

export type LogLevel = 'info' | 'warn' | 'error';
export type LogEntry = { time: string; level: LogLevel; message: string } & Record<string, unknown>;
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

export function createLog(write: (entry: LogEntry) => void): Log {
  return (level, message, facts = {}) => {
    const entry: LogEntry = { time: new Date().toISOString(), level, message: redactText(message) };
    for (const name of Object.keys(facts)) entry[name] = redact(facts[name]);
    write(entry);
  };
}
