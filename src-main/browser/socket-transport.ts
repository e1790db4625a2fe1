// The bridge's frames over one WebSocket, on the app's side.
import type { WebSocket } from 'ws';
import type { Transport } from '../../src-shared/bridge/transport.ts';

export function socketTransport(socket: WebSocket): Transport {
  return {
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    },
    onFrame: (listener) => {
      socket.on('message', (data, isBinary) => {
        const frame = isBinary || !(data instanceof Buffer) ? undefined : parse(data.toString('utf8'));
        if (frame === undefined) socket.close(1003);
        else listener(frame);
      });
    },
    onClose: (listener) => void socket.on('close', listener),
    close: () => socket.close(),
    get backlog() {
      return socket.bufferedAmount;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
