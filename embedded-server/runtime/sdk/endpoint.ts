// What the two ports of a server's SDK share: whose calls they take, and what is said of those that are refused.
import type { GameServer } from './game-server.ts';
import { SdkError } from './sdk-error.ts';

export type Endpoint = {
  gameServer: GameServer;
  /** Writes into the server's log what was refused: each kind at most once a minute. */
  refused(kind: 'caller' | 'size' | 'watches' | 'connections' | 'fault', text: string): void;
};

/** What is worth a line in the server's log: not each wrong name, which its program is told itself. */
export function logRefusal({ refused }: Endpoint, thrown: unknown): SdkError {
  if (!(thrown instanceof SdkError)) {
    refused('fault', `Agones SDK: a call failed: ${String(thrown)}`);
    return new SdkError('internal', 'Slipway could not answer this call. The log of the server has more.');
  }
  if (thrown.status === 'tooLarge') refused('size', `Agones SDK: a call was refused. ${thrown.message}`);
  if (thrown.status === 'exhausted') refused('watches', `Agones SDK: a call was refused. ${thrown.message}`);
  return thrown;
}

const QUIET_MS = 60_000;

/** Many of one kind are one line. */
export function createRefusals(
  note: (text: string) => void,
  now: () => number = () => performance.now(),
): Endpoint['refused'] {
  const lastAt = new Map<string, number>();
  return (kind, text) => {
    const last = lastAt.get(kind);
    if (last !== undefined && now() - last < QUIET_MS) return;
    lastAt.set(kind, now());
    note(text);
  };
}
