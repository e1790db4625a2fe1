// One connection of a host as the service has it: messages in and out, checked, and cut where nothing comes for a while.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import { type FromHost, fromHost, type HostCall, type ToHost } from './host-messages.ts';
import { CLOSED_FOR_GOOD } from './host-protocol.ts';

/** What is needed of a WebSocket. */
export type HostSocket = {
  send(text: string): void;
  ping(): void;
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
  /** How often a sign of life is asked for; the line is cut where the last one was not given. */
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
  let isAlive = true;
  const send = (message: ToHost) => socket.send(JSON.stringify(message));
  const answer = ({ id, error }: Extract<FromHost, { t: 'answer' }>) => {
    const found = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) found?.resolve();
    else found?.reject(reviveError(error));
  };
  socket.on('message', (data, isBinary) => {
    isAlive = true;
    try {
      const message = fromHost.parse(JSON.parse(isBinary ? '' : String(data)));
      if (message.t === 'answer') answer(message);
      else listener.onMessage(message);
    } catch (thrown) {
      listener.onProblem(thrown);
      socket.close(BAD_MESSAGE, 'unreadable');
    }
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('error', listener.onProblem);
  // Each in its own time: ten thousand asked together, who answer together, held up all calls for a tenth of a second.
  const beats = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, listener.beatMs).unref();
  socket.on('close', () => {
    clearInterval(beats);
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

/** What was asked of a server whose host cannot be reached at the moment. */
export function awayError(): AppError {
  return new AppError('FLEET_FAILED', 'fleet.host-away');
}
