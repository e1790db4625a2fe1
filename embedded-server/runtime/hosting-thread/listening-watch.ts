// Looks at which ports servers opened until each listens on all of its own: one look for all that are being waited for.

import type { OpenPort } from '../runner/runner.ts';
import { isOpen } from './expected-ports.ts';
import type { ExpectedPort } from './messages.ts';

/** How long a server may take to listen before people are told that it does not. */
export const LISTEN_WITHIN_MS = 20_000;
/** Each look goes through all processes and sockets of the machine, so it is not made more often than a start needs. */
const LOOK_EVERY_MS = 40;
/** A server that takes long to start is noticed within a tenth of that time. */
const PART_OF_WAIT = 0.1;
const LONGEST_PAUSE_MS = 1000;

export type Awaited = {
  server_id: string;
  expected: readonly ExpectedPort[];
  onListening(open: OpenPort[]): void;
  /** Reported again when it opens other ports than it had, none of them its own. */
  onSilent(open: OpenPort[]): void;
};
export type ListeningWatch = ReturnType<typeof createListeningWatch>;

/** `reported`: what was open when it was last reported as silent. */
type Waiting = Awaited & { since: number; reported: string | undefined };
export type ListeningOptions = {
  openPorts: () => Promise<ReadonlyMap<string, OpenPort[]>>;
  onProblem: (thrown: unknown) => void;
  listenWithinMs?: number;
  lookEveryMs?: number;
};

export function createListeningWatch(options: ListeningOptions) {
  const { openPorts, onProblem, listenWithinMs = LISTEN_WITHIN_MS, lookEveryMs = LOOK_EVERY_MS } = options;
  const waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  const lookLater = () => {
    if (timer !== undefined || isLooking || waiting.size === 0) return;
    const begunLast = Math.max(...Array.from(waiting.values(), ({ since }) => since));
    const pauseMs = Math.max(lookEveryMs, (performance.now() - begunLast) * PART_OF_WAIT);
    timer = setTimeout(() => void look(), Math.min(pauseMs, LONGEST_PAUSE_MS));
  };
  const settle = (server: Waiting, open: OpenPort[]) => {
    if (server.expected.every((port) => isOpen(port, open))) {
      waiting.delete(server.server_id);
      server.onListening(open);
      return;
    }
    if (performance.now() - server.since < listenWithinMs) return;
    const opened = JSON.stringify(open);
    if (server.reported === opened) return;
    server.reported = opened;
    server.onSilent(open);
  };
  const look = async () => {
    timer = undefined;
    isLooking = true;
    try {
      const open = await openPorts();
      for (const server of Array.from(waiting.values())) settle(server, open.get(server.server_id) ?? []);
    } catch (thrown) {
      onProblem(thrown);
    }
    isLooking = false;
    lookLater();
  };
  return {
    await: (server: Awaited): void => {
      waiting.set(server.server_id, { ...server, since: performance.now(), reported: undefined });
      clearTimeout(timer);
      timer = undefined;
      lookLater();
    },
    forget: (server_id: string): void => {
      waiting.delete(server_id);
    },
    close: (): void => {
      waiting.clear();
      clearTimeout(timer);
    },
  };
}
