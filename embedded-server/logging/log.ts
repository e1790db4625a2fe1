// The service's log: one JSON object a line. Tokens and signatures never get this far: no header and no query is logged.

export type LogLevel = 'info' | 'warn' | 'error';
export type LogEntry = { time: string; level: LogLevel; message: string } & Record<string, unknown>;
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

export function createLog(write: (entry: LogEntry) => void): Log {
  return (level, message, facts = {}) => write({ time: new Date().toISOString(), level, message, ...facts });
}
