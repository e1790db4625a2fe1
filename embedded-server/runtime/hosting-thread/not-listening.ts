// Why a server that runs cannot be reached, in words: what it listens on instead, and what to do. Pure.

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
): { problem: string; hint: string } {
  const missing = expected.filter((port) => !isOpen(port, open ?? [], host));
  const asked = missing.map((port) => `${transportOf(port.protocol).toUpperCase()} ${port.port} (${port.name})`);
  const problem = `It runs, and does not listen on ${asked.join(', ')} yet.`;
  const elsewhere = (open ?? []).filter(({ port, protocol }) =>
    missing.some((wanted) => wanted.port === port && transportOf(wanted.protocol) === protocol),
  );
  if (elsewhere.length > 0) {
    return {
      problem: `${problem} It listens on ${elsewhere.map(named).join(', ')}, where ${host} does not reach it.`,
      hint: `Make it listen on ${host} or on all addresses; {host} in its arguments and SLIPWAY_HOST say which.`,
    };
  }
  if (open === undefined || open.length === 0) {
    return { problem: `${problem} It has no open port at all.`, hint: hintFrom(tail) ?? WAIT };
  }
  return {
    problem: `${problem} It listens on ${open.map(named).join(', ')} instead.`,
    hint: 'Give it the port with {port} in its arguments, or let it read PORT.',
  };
}

const WAIT =
  'It may still be loading. Its log says what it is doing; {port} in its arguments, or PORT, hand it the port.';

function named({ protocol, address, port }: OpenPort): string {
  const host = address.includes(':') ? `[${address}]` : address;
  return `${protocol.toUpperCase()} ${host}:${port}`;
}
