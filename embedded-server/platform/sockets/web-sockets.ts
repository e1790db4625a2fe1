// Connections that were asked to become WebSockets, at one address of the service. The library is loaded where there are such, and nowhere
// else.
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { WebSocket } from 'ws';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { openStream } from './connection-handle.ts';

export type WebSocketPlace = {
  address: string;
  /** The longest message that is taken. */
  longest: number;
  /** Who may come in, and what is done with the connection then. Throws for all others. */
  admit(request: IncomingMessage): (socket: WebSocket) => void;
};

export async function listenForWebSockets(server: Server, { address, longest, admit }: WebSocketPlace): Promise<void> {
  const { WebSocketServer } = await import('ws');
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longest, clientTracking: false });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      if (request.url !== address) throw new AppError('API_NOT_FOUND');
      const accept = admit(request);
      // After whatever runs now, which is the reading of this very socket.
      queueMicrotask(() => sockets.handleUpgrade(request, streamOf(socket), head, accept));
    } catch (thrown) {
      refuse(socket, thrown instanceof AppError ? thrown.status : 500);
    }
  });
}

/** With TLS there is no front, and nothing of ours between Node and the socket. */
function streamOf(socket: Duplex): Duplex {
  return socket instanceof Socket && !(socket instanceof TLSSocket) ? openStream(socket) : socket;
}

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
