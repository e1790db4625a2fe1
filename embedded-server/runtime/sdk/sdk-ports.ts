// The SDK of all servers: a port for HTTP and one for gRPC for each, on this machine alone, and for that server alone.

import { createServer, type Socket } from 'node:net';
import { LOOPBACK } from '../../../src-shared/host-address.ts';
import { listenOnPort } from '../../platform/listening/listen.ts';
import type { Connection, Launched } from '../runner/runner.ts';
import { createRefusals, type Endpoint } from './endpoint.ts';
import { createGameServer, type GameServer, type GameServerHooks } from './game-server.ts';
import type { GrpcApi } from './grpc-api.ts';
import { createHttpApi, refuseConnection } from './http-api.ts';
import { MOST_CONNECTIONS, MOST_GRPC_CONNECTIONS, type SdkSettings } from './sdk-settings.ts';

type Started = Pick<Launched, 'ownsConnection'>;
export type OpenSdk = {
  gameServer: GameServer;
  /** What the program has to know. */
  variables: Readonly<Record<string, string>>;
  /** Its processes are known from here on: who called before is looked at now. */
  started(launched: Started): void;
  close(): Promise<void>;
};
export type Sdk = ReturnType<typeof createSdk>;

/** Nothing is read before it is known whose the connection is. */
const SOCKETS = { pauseOnConnect: true, noDelay: true };
const NOT_YOURS = 'This SDK belongs to another server. A server reaches its own at AGONES_SDK_HTTP_PORT.';

export function createSdk(onProblem: (thrown: unknown) => void) {
  const http = createHttpApi(onProblem);
  return {
    open: async (settings: SdkSettings, hooks: GameServerHooks): Promise<OpenSdk> => {
      const gameServer = createGameServer(settings, hooks);
      const endpoint: Endpoint = { gameServer, refused: createRefusals(hooks.note) };
      const started = Promise.withResolvers<Started | undefined>();
      const accept = acceptor({ endpoint, started: started.promise, note: hooks.note, onProblem });
      const grpc = lazyGrpc(endpoint);
      const overHttp = await accept({
        most: MOST_CONNECTIONS,
        serve: (socket) => http.serve(socket, endpoint),
        refuse: refuseConnection,
      });
      const overGrpc = await accept({
        most: MOST_GRPC_CONNECTIONS,
        serve: async (socket) => (await grpc.get()).serve(socket),
        refuse: (socket) => socket.destroy(),
      });
      return {
        gameServer,
        variables: { AGONES_SDK_HTTP_PORT: String(overHttp.port), AGONES_SDK_GRPC_PORT: String(overGrpc.port) },
        started: (launched) => {
          started.resolve(launched);
          gameServer.started();
        },
        close: async () => {
          gameServer.close();
          started.resolve(undefined);
          overHttp.close();
          overGrpc.close();
          await grpc.close();
        },
      };
    },
  };
}

type Accepting = {
  endpoint: Endpoint;
  /** Undefined where it ended before it had started. */
  started: Promise<Started | undefined>;
  note(text: string): void;
  onProblem(thrown: unknown): void;
};
type Port = { most: number; serve(socket: Socket): void | Promise<void>; refuse(socket: Socket, why: string): void };

/** A connection is read from once it is known whose it is. */
function acceptor({ endpoint, started, note, onProblem }: Accepting) {
  let isUnknownSaid = false;
  const isOwn = async (connection: Connection): Promise<boolean> => {
    const launched = await started;
    if (launched === undefined) return false;
    const answer = await launched.ownsConnection(connection);
    if (answer === undefined && !isUnknownSaid) {
      isUnknownSaid = true;
      note('Agones SDK: this system does not tell who calls it, so any program of this machine can.');
    }
    return answer ?? true;
  };
  return async ({ most, serve, refuse }: Port): Promise<{ port: number; close(): void }> => {
    const open = new Set<Socket>();
    const take = async (socket: Socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy()); // it went away
      const connection = connectionOf(socket);
      if (connection !== undefined && (await isOwn(connection))) {
        await serve(socket);
        socket.resume();
        return;
      }
      endpoint.refused('caller', 'Agones SDK: a program that is no part of this server called it, and was refused.');
      refuse(socket, NOT_YOURS);
    };
    const server = createServer(SOCKETS, (socket) => {
      take(socket).catch((thrown: unknown) => {
        socket.destroy();
        onProblem(thrown);
      });
    });
    server.maxConnections = most;
    server.on('drop', () =>
      endpoint.refused('connections', `Agones SDK: ${most} connections are open, and no more are taken.`),
    );
    // The SDKs of Agones call localhost, which is ::1 before anything else.
    const bound = await listenOnPort(server, LOOPBACK, 0, SOCKETS);
    return {
      port: bound.port,
      close: () => {
        void bound.close();
        for (const socket of open) socket.destroy();
      },
    };
  };
}

/** Undefined where it is gone again. */
function connectionOf({ localAddress, localPort, remotePort }: Socket): Connection | undefined {
  if (localAddress === undefined || localPort === undefined || remotePort === undefined) return undefined;
  return { address: localAddress, port: localPort, callerPort: remotePort };
}

/** Few programs speak gRPC, and what it takes is loaded for the first of them. */
function lazyGrpc(endpoint: Endpoint) {
  let api: Promise<GrpcApi> | undefined;
  const load = async () => {
    const { createGrpcApi } = await import('./grpc-api.ts');
    return createGrpcApi(endpoint);
  };
  return {
    get: () => (api ??= load()),
    close: async () => {
      (await api)?.close();
    },
  };
}
