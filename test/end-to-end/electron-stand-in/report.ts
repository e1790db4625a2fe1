// Tells the test, over Node's own channel to the parent process, what the app asked Electron for.

export type StandInReport =
  | { t: 'settings'; settings: Record<string, unknown> }
  | { t: 'event'; name: string; details: unknown };

/** An event of the system that the test wants the app to be told about. */
export type StandInOrder = { event: string; args: unknown[] };

const say = (message: StandInReport) => void process.send?.(message);

export const report = {
  settings: (settings: Record<string, unknown>) => say({ t: 'settings', settings }),
  event: (name: string, details: unknown = {}) => say({ t: 'event', name, details }),
};
