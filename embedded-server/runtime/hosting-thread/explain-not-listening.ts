// Why a server that runs cannot be reached, in words: what it listens on instead, and what to do. Pure.

import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { OpenPort } from '../runner/runner.ts';
import { hintFrom } from './endings.ts';
import type { ExpectedPort } from './messages.ts';

export function transportOf(protocol: ExpectedPort['protocol']): 'tcp' | 'udp' {
  return protocol === 'udp' ? 'udp' : 'tcp';
}

const EVERYWHERE = new Set(['0.0.0.0', '::', '*']);

/** Whether what listens at `address` answers callers of `host`. */
function answersAt(address: string, host: string): boolean {
  return EVERYWHERE.has(address) || address === host || address === `::ffff:${host}`;
}

export function isOpen({ protocol, port }: ExpectedPort, open: readonly OpenPort[], host: string): boolean {
  return open.some(
    (found) => found.port === port && found.protocol === transportOf(protocol) && answersAt(found.address, host),
  );
}

export function explainNotListening(
  expected: readonly ExpectedPort[],
  open: readonly OpenPort[] | undefined,
  host: string,
  tail: readonly string[],
): { problem: Message; hint: Message } {
  const missing = expected.filter((port) => !isOpen(port, open ?? [], host));
  const wantedPorts = missing.map((port) => `${transportOf(port.protocol).toUpperCase()} ${port.port} (${port.name})`);
  const problem = messageFor('silence.no-port', { ports: wantedPorts.join(', ') });
  const elsewhere = (open ?? []).filter(({ port, protocol }) =>
    missing.some((wanted) => wanted.port === port && transportOf(wanted.protocol) === protocol),
  );
  if (elsewhere.length > 0) {
    return {
      problem: messageFor('silence.other-address', { problem, open: elsewhere.map(named).join(', '), host }),
      hint: messageFor('silence.do-listen-on-host', { host, place: '{host}' }),
    };
  }
  if (open === undefined || open.length === 0) {
    return { problem: messageFor('silence.no-open-port', { problem }), hint: hintFrom(tail) ?? WAIT };
  }
  return {
    problem: messageFor('silence.other-ports', { problem, open: open.map(named).join(', ') }),
    hint: messageFor('silence.do-use-port', { place: '{port}' }),
  };
}

const WAIT = messageFor('silence.do-wait', { place: '{port}' });

function named({ protocol, address, port }: OpenPort): string {
  const host = address.includes(':') ? `[${address}]` : address;
  return `${protocol.toUpperCase()} ${host}:${port}`;
}
