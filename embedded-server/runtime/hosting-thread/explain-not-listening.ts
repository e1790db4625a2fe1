// Why a server that runs cannot be reached, in words: what it listens on instead, and what to do.
import { formatEndpoint } from '../../../src-shared/host-address.ts';
import { transportsOf } from '../../../src-shared/service/port-faults.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { chosenFirst } from '../../platform/listening/given-ports.ts';
import type { OpenPort } from '../runner/runner.ts';
import { hintFrom } from './describe-ending.ts';
import { isOfNumber, isOpen } from './expected-ports.ts';
import type { ExpectedPort } from './messages.ts';

export function explainNotListening(
  expected: readonly ExpectedPort[],
  open: readonly OpenPort[] | undefined,
  tail: readonly string[],
): { problem: Message; hint: Message } {
  const missing = expected.filter((port) => !isOpen(port, open ?? []));
  const wantedPorts = missing.map((port) => `${formatTransports(port)} ${port.port} (${port.name})`);
  const problem = messageFor('silence.no-port', { ports: wantedPorts.join(', ') });
  const misplaced = missing.filter((wanted) => (open ?? []).some((found) => isOfNumber(found, wanted)));
  const [first] = misplaced;
  if (first !== undefined) {
    const elsewhere = (open ?? []).filter((found) => misplaced.some((wanted) => isOfNumber(found, wanted)));
    const host = first.reachedAt;
    return {
      problem: messageFor('silence.other-address', { problem, open: elsewhere.map(named).join(', '), host }),
      hint: messageFor('silence.do-listen-on-host', { host, place: '{host}' }),
    };
  }
  const [swapped] = missing.flatMap(({ name, port }) =>
    (open ?? []).filter((found) => found.port === port).map((found) => ({ name, found })),
  );
  if (swapped !== undefined) {
    const { name, found } = swapped;
    return {
      problem: messageFor('silence.other-ports', { problem, open: named(found) }),
      hint: messageFor('silence.do-set-protocol', { name, protocol: found.protocol }),
    };
  }
  if (open === undefined || open.length === 0) {
    return { problem: messageFor('silence.no-open-port', { problem }), hint: hintFrom(tail) ?? WAIT };
  }
  const others = chosenFirst(open);
  return {
    problem: messageFor('silence.other-ports', { problem, open: others.map(named).join(', ') }),
    hint: doUsePort(missing, others),
  };
}

/** A program that does not read its port has one of its own, which the settings can name. */
function doUsePort(missing: readonly ExpectedPort[], open: readonly OpenPort[]): Message {
  const [wanted] = missing;
  const own = open.find(({ protocol }) => wanted !== undefined && transportsOf(wanted.protocol).includes(protocol));
  if (wanted === undefined || own === undefined) return messageFor('silence.do-use-port', { place: '{port}' });
  const { port } = own;
  return messageFor('silence.do-use-or-set-port', { place: '{port}', number: String(port), name: wanted.name });
}

const WAIT = messageFor('silence.do-wait', { place: '{port}' });

function formatTransports({ protocol }: ExpectedPort): string {
  return transportsOf(protocol).join('/').toUpperCase();
}

function named({ protocol, address, port }: OpenPort): string {
  return `${protocol.toUpperCase()} ${formatEndpoint(address, port)}`;
}
