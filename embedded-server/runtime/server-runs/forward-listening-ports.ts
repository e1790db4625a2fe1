// Leads players to the ports of a server that its own programs are seen to listen on. One of two protocols may be opened long after the
// other: where somebody comes to a port that was not open, it is looked at again.
import { portsOpen } from '../hosting-thread/expected-ports.ts';
import type { ExpectedPort } from '../hosting-thread/messages.ts';
import type { OpenPort } from '../runner/runner.ts';
import type { RunDependencies } from './run-dependencies.ts';

export type ForwardedPorts = {
  /** From now on, beginning with these. Before, nobody is led anywhere. */
  begin(open: readonly OpenPort[]): void;
  /** Somebody waits at a port that is not forwarded. */
  onKnock(): void;
};

/** A look reads the ports of all servers. Where nothing new is found, the next one waits longer. */
const LOOK_AFTER_MS = 100;
const LOOK_AFTER_AT_MOST_MS = 5_000;

type Parts = Pick<RunDependencies, 'guard' | 'host' | 'onProblem'>;

export function createForwardedPorts(
  { guard, host, onProblem }: Parts,
  server_id: string,
  expected: readonly ExpectedPort[],
): ForwardedPorts {
  const forwarded = new Set<string>();
  let hasBegun = false;
  let isLooking = false;
  let pause = LOOK_AFTER_MS;
  let nextLookAt = 0;
  const forward = (open: readonly OpenPort[]): boolean => {
    const fresh = portsOpen(expected, open).filter(({ name, protocol }) => !forwarded.has(`${protocol} ${name}`));
    for (const { name, protocol } of fresh) forwarded.add(`${protocol} ${name}`);
    if (fresh.length > 0) guard.forward(server_id, fresh);
    return fresh.length > 0;
  };
  const look = async (): Promise<void> => {
    isLooking = true;
    try {
      const hasFound = forward(await host.call('openPorts', server_id));
      pause = hasFound ? LOOK_AFTER_MS : Math.min(2 * pause, LOOK_AFTER_AT_MOST_MS);
    } catch (thrown) {
      onProblem(thrown);
    }
    nextLookAt = performance.now() + pause;
    isLooking = false;
  };
  return {
    begin: (open) => {
      hasBegun = true;
      forward(open);
    },
    onKnock: () => {
      if (hasBegun && !isLooking && performance.now() >= nextLookAt) void look();
    },
  };
}
