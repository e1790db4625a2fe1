// Which of the ports that a server is to listen on are open. Pure.
import { transportsOf } from '../../../src-shared/service/port-faults.ts';
import type { OpenPort } from '../runner/runner.ts';
import type { ExpectedPort } from './messages.ts';

const EVERYWHERE = new Set(['0.0.0.0', '::', '*']);

/** Of one number for both, one is enough: which of them a game speaks is often not known. */
export function isOpen({ protocol, port, reachedAt }: ExpectedPort, open: readonly OpenPort[]): boolean {
  return open.some((found) => isOfNumber(found, { protocol, port }) && answersAt(found.address, reachedAt));
}

/** Those of the expected ports that are open, each for the protocols at which it is. */
export function portsOpen(expected: readonly ExpectedPort[], open: readonly OpenPort[]) {
  return expected.flatMap((port) =>
    transportsOf(port.protocol)
      .filter((protocol) => isOpen({ ...port, protocol }, open))
      .map((protocol) => ({ name: port.name, protocol })),
  );
}

export function isOfNumber(found: OpenPort, { protocol, port }: Pick<ExpectedPort, 'protocol' | 'port'>): boolean {
  return found.port === port && transportsOf(protocol).includes(found.protocol);
}

/** Whether what listens at `address` answers callers of `host`. */
function answersAt(address: string, host: string): boolean {
  return EVERYWHERE.has(address) || address === host || address === `::ffff:${host}`;
}
