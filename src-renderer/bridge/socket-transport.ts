// Carries frames over one WebSocket, as JSON text. A socket that ended stays ended; `connect` opens the next one.
import type { Transport } from '../../src-shared/bridge/transport.ts';

/** Wraps an open WebSocket. */
export function socketTransport(socket: WebSocket): Transport {
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    onFrame: (listener) =>
      socket.addEventListener('message', (event) => {
        const frame = parse(event.data);
        if (frame === undefined) socket.close();
        else listener(frame);
      }),
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
    get backlog() {
      return socket.bufferedAmount;
    },
  };
}

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
