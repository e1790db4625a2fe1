// Carry frames between the window and its core: over the port of the preload script, or over a WebSocket as JSON text.
import type { SlipwayPort } from '../../src-shared/bridge/port.ts';
import type { Transport } from '../../src-shared/bridge/transport.ts';

/** The port lives as long as the window, so it never closes by itself. */
export function portTransport(port: SlipwayPort): Transport {
  const closes: (() => void)[] = [];
  let open = true;
  return {
    send: (frame) => {
      if (open) port.send(frame);
    },
    onFrame: (listener) =>
      port.onFrame((frame) => {
        if (open) listener(frame);
      }),
    onClose: (listener) => void closes.push(listener),
    close: () => {
      if (!open) return;
      open = false;
      for (const listener of closes) listener();
    },
  };
}

/** Of an open WebSocket. One that ended stays ended; `connect` opens the next one. */
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
