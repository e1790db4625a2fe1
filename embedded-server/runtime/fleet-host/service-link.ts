// The one connection of a host to its service. It is opened again whenever it breaks, for as long as the host lives: what was not told
// meanwhile is told then.
import { type RawData, WebSocket } from 'ws';
import type { FromHost, ToHost } from '../fleet/host-messages.ts';
import { BEAT_MS, BEATS_PER_SIGN, CLOSED_FOR_GOOD, HOSTS, LONGEST_MESSAGE } from '../fleet/host-protocol.ts';
import { type ServicePlace, trusting } from './service-call.ts';

export type ServiceLinkParts = {
  place: ServicePlace;
  /** It is connected; this is said first. */
  hello(): FromHost;
  /** That has been said. */
  onConnected(): void;
  onMessage(message: ToHost): void;
  /** The service has no use for this host any more. */
  onDismissed(why: string): void;
  /** It could not be reached, and is tried again. */
  onTrouble(thrown: Error): void;
  onProblem(thrown: unknown): void;
};
export type ServiceLink = {
  /** False where it is not connected. */
  send(message: FromHost): boolean;
  /** The address of this machine that the service was reached from. */
  localAddress(): string | undefined;
  close(): void;
};

const FIRST_WAIT_MS = 200;
/** A service that is back finds its hosts within this. */
const LONGEST_WAIT_MS = 3_000;
const SILENCE_MS = 2 * BEATS_PER_SIGN * BEAT_MS;
const OPEN_MS = 10_000;
/** Its token is not, or no longer, one of the service's. */
const REFUSED = new Set([401, 403, 410]);

type Line = { socket: WebSocket | undefined; isOpen: boolean; wait: number; timer: NodeJS.Timeout | undefined };

export function openServiceLink(parts: ServiceLinkParts): ServiceLink {
  const line: Line = { socket: undefined, isOpen: false, wait: FIRST_WAIT_MS, timer: undefined };
  let isClosed = false;
  let localAddress: string | undefined;
  const dismissed = (why: string) => {
    isClosed = true;
    parts.onDismissed(why);
  };
  const again = () => {
    line.isOpen = false;
    if (isClosed) return;
    // Not all of a thousand hosts at the same moment.
    line.timer = setTimeout(connect, line.wait * (0.5 + Math.random()));
    line.wait = Math.min(2 * line.wait, LONGEST_WAIT_MS);
  };
  const connect = () => {
    const socket = openSocket(parts);
    const quiet = createQuietTimer(() => socket.terminate());
    line.socket = socket;
    socket.on('upgrade', ({ socket: carrier }) => {
      ({ localAddress } = carrier);
    });
    socket.on('open', () => {
      line.isOpen = true;
      line.wait = FIRST_WAIT_MS;
      quiet.heard();
      socket.send(JSON.stringify(parts.hello()));
      parts.onConnected();
    });
    socket.on('ping', quiet.heard);
    socket.on('pong', quiet.heard);
    socket.on('message', (data: RawData) => {
      quiet.heard();
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service was reached by its own token and address
        parts.onMessage(JSON.parse(textOf(data)) as ToHost);
      } catch (thrown) {
        parts.onProblem(thrown);
      }
    });
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      if (REFUSED.has(statusCode)) dismissed(`The service refused this host (${statusCode}).`);
      else parts.onTrouble(new Error(`The service answered ${statusCode}`));
      socket.terminate();
    });
    socket.on('error', parts.onTrouble); // what follows is 'close'
    socket.on('close', (code, reason) => {
      quiet.end();
      if (line.socket !== socket) return;
      if (code === CLOSED_FOR_GOOD) dismissed(String(reason));
      again();
    });
  };
  connect();
  return {
    send: (message) => {
      if (!line.isOpen) return false;
      line.socket?.send(JSON.stringify(message));
      return true;
    },
    localAddress: () => localAddress,
    close: () => {
      isClosed = true;
      clearTimeout(line.timer);
      line.socket?.close();
    },
  };
}

/** As it comes unless something else was asked for. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

function openSocket({ place }: ServiceLinkParts): WebSocket {
  const { serviceUrl, token } = place;
  const url = new URL(`${HOSTS}link`, serviceUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url, {
    ...trusting(place),
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: OPEN_MS,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
  });
}

function createQuietTimer(onQuiet: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(onQuiet, SILENCE_MS);
    },
    end: () => clearTimeout(timer),
  };
}
