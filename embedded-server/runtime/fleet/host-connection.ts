// One connection of a host as the service has it: messages in and out, checked, and cut where nothing comes for a while.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import { type FromHost, type HostCall, readFromHost, type ToHost } from './host-messages.ts';
import { BEATS_PER_SIGN, CLOSED_FOR_GOOD } from './host-protocol.ts';

/** What is needed of a WebSocket. */
export type HostSocket = {
  send(text: string): void;
  ping(): void;
  pong(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'pong' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (thrown: Error) => void): unknown;
};

export type HostConnection = {
  send(message: ToHost): void;
  /** Settles when the host has done it. */
  call(call: HostCall): Promise<void>;
  /** Hangs up, and the host ends what it runs. */
  dismiss(why: string): void;
  /** Hangs up; the host plays on and comes back. */
  hangUp(): void;
};

export type ConnectionListener = {
  /** How often a host says something by itself. The line is cut where nothing is heard for twice that, also when asked. */
  beatMs: number;
  /** May throw, which hangs up. */
  onMessage(message: FromHost): void;
  onClosed(): void;
  onProblem(thrown: unknown): void;
};

/** The service starts again, as it were. */
const GOING_AWAY = 1_001;
const BAD_MESSAGE = 1_008;
/** The room for why in a frame that closes. */
const LONGEST_WHY = 120;

type Waiting = { resolve(): void; reject(thrown: AppError): void };

export function openHostConnection(socket: HostSocket, listener: ConnectionListener): HostConnection {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const signs = giveAndTakeSigns(socket, listener.beatMs);
  const send = (message: ToHost) => socket.send(JSON.stringify(message));
  const answer = ({ id, error }: Extract<FromHost, { t: 'answer' }>) => {
    const found = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) found?.resolve();
    else found?.reject(reviveError(error));
  };
  socket.on('message', (data, isBinary) => {
    signs.heard();
    try {
      const message = readFromHost(isBinary ? '' : String(data));
      if (message.t === 'answer') answer(message);
      else listener.onMessage(message);
    } catch (thrown) {
      listener.onProblem(thrown);
      socket.close(BAD_MESSAGE, 'unreadable');
    }
  });
  socket.on('pong', signs.heard);
  socket.on('error', listener.onProblem);
  socket.on('close', () => {
    signs.end();
    for (const { reject } of waiting.values()) reject(awayError());
    waiting.clear();
    listener.onClosed();
  });
  return {
    send,
    call: (call) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ t: 'call', id: lastId, call });
      }),
    dismiss: (why) => socket.close(CLOSED_FOR_GOOD, why.slice(0, LONGEST_WHY)),
    hangUp: () => socket.close(GOING_AWAY),
  };
}

const LOOKS_PER_BEAT = 2;

/**
 * A host that reports is not asked for a sign of life. The service's own are pongs, which need no answer. Each host gets them in its own
 * time: ten thousand at the same moment held up all calls for a tenth of a second.
 */
function giveAndTakeSigns(socket: HostSocket, beatMs: number) {
  let quietLooks = 0;
  let looks = 0;
  const timer = setInterval(() => {
    quietLooks += 1;
    looks += 1;
    if (quietLooks > 2 * LOOKS_PER_BEAT) socket.terminate();
    else if (quietLooks === LOOKS_PER_BEAT + 1) socket.ping();
    else if (looks % (BEATS_PER_SIGN * LOOKS_PER_BEAT) === 0) socket.pong();
  }, beatMs / LOOKS_PER_BEAT).unref();
  return {
    heard: () => {
      quietLooks = 0;
    },
    end: () => clearInterval(timer),
  };
}

/** What was asked of a server whose host cannot be reached at the moment. */
export function awayError(): AppError {
  return new AppError('FLEET_FAILED', 'fleet.host-away');
}
