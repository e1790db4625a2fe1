// Until when servers that are to end may live. It is given by the machine's clock and counted by one that nobody sets, so what was
// reported is moved when the clock is set.

export type DeadlinesParts = {
  now(): number;
  /** Something that people see of this server changed. */
  onMoved(server_id: string): void;
  /** Milliseconds that only go on. */
  steady?: () => number;
};

type Deadline = { at: number; clockAhead: number };

/** Clocks are corrected a little all the time. */
const LEAST_MOVE_MS = 1000;
const LOOK_EVERY_MS = 1000;

export function createDeadlines({ now, onMoved, steady = () => performance.now() }: DeadlinesParts) {
  const all = new Map<string, Deadline>();
  let timer: NodeJS.Timeout | undefined;
  const clockAhead = () => now() - steady();
  const present = (deadline: Deadline): Deadline => {
    const moved = Math.round(clockAhead() - deadline.clockAhead);
    if (Math.abs(moved) < LEAST_MOVE_MS) return deadline;
    return { at: deadline.at + moved, clockAhead: clockAhead() };
  };
  const look = (): void => {
    for (const [server_id, kept] of all) {
      const deadline = present(kept);
      if (deadline === kept) continue;
      all.set(server_id, deadline);
      onMoved(server_id);
    }
  };
  return {
    of: (server_id: string): number | undefined => {
      const deadline = all.get(server_id);
      return deadline && present(deadline).at;
    },
    set: (server_id: string, inMs: number): void => {
      all.set(server_id, { at: now() + inMs, clockAhead: clockAhead() });
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
    forget: (server_id: string): void => {
      all.delete(server_id);
      if (all.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
