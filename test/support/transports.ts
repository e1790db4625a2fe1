// Every kind of transport as a connected pair, so that one suite runs over all of them.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IpcMain, WebContents } from 'electron';
import { WebSocketServer } from 'ws';
import { socketTransport } from '../../src-main/browser/socket-transport.ts';
import { ipcTransport } from '../../src-main/electron/ipc-transport.ts';
import { portTransport, socketTransport as windowSocketTransport } from '../../src-renderer/bridge/transports.ts';
import { memoryTransportPair, type Transport } from '../../src-shared/bridge/transport.ts';

export type TransportPair = { core: Transport; window: Transport; end(): Promise<void> };

export const transportKinds: Record<string, () => Promise<TransportPair>> = {
  memory: async () => {
    const [core, window] = memoryTransportPair();
    return { core, window, end: async () => window.close() };
  },
  'Electron IPC (a stand-in pair)': ipcPair,
  WebSocket: webSocketPair,
};

/** Two emitters in place of Electron's processes. Frames are cloned between them as Electron does. */
async function ipcPair(): Promise<TransportPair> {
  const ipc = new EventEmitter();
  const contents = new EventEmitter();
  const page = new EventEmitter();
  let destroyed = false;
  const webContents = Object.assign(contents, {
    isDestroyed: () => destroyed,
    send: (_channel: string, frame: unknown) => {
      const copy: unknown = structuredClone(frame);
      setImmediate(() => page.emit('frame', copy));
    },
  });
  const core = ipcTransport(ipc as unknown as IpcMain, webContents as unknown as WebContents, () => true);
  const window = portTransport({
    send: (frame) => {
      const copy: unknown = structuredClone(frame);
      setImmediate(() => ipc.emit('slipway:frame', { sender: webContents }, copy));
    },
    onFrame: (listener) => void page.on('frame', listener),
  });
  return {
    core,
    window,
    end: async () => {
      destroyed = true;
      contents.emit('destroyed');
    },
  };
}

async function webSocketPair(): Promise<TransportPair> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(sockets, 'connection');
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const opened = once(client as unknown as EventEmitter, 'open');
  const [socket] = await connected;
  await opened;
  return {
    core: socketTransport(socket),
    window: windowSocketTransport(client),
    end: async () => {
      client.close();
      for (const each of sockets.clients) each.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
