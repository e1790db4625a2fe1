// The SDK over gRPC. Loaded for the first program that speaks it.
import type { Socket } from 'node:net';
import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import { type Endpoint, logRefusal } from './endpoint.ts';
import { protoDescriptor } from './proto-descriptor.ts';
import { type SdkCallName, sdkCalls } from './sdk-calls.ts';
import { STATUS } from './sdk-error.ts';
import { MOST_BODY_BYTES, MOST_WATCHES } from './sdk-settings.ts';

export type GrpcApi = { serve(socket: Socket): void; close(): void };

/** Calls of one connection under way at once: all watches that there may be, and some more. */
const MOST_STREAMS = MOST_WATCHES + 16;
const definitions = fromJSON(protoDescriptor, { keepCase: true, longs: String });

export function createGrpcApi(endpoint: Endpoint): GrpcApi {
  const server = new Server({
    'grpc.max_receive_message_length': MOST_BODY_BYTES,
    'grpc.max_concurrent_streams': MOST_STREAMS,
    'grpc.enable_channelz': 0,
    interceptors: [sayTooLarge(endpoint)],
  });
  for (const [name, definition] of Object.entries(definitions)) {
    if (isService(name, definition)) server.addService(definition, implementationOf(endpoint, definition));
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    serve: (socket) => injector.injectConnection(socket),
    close: () => {
      injector.destroy();
      server.forceShutdown();
    },
  };
}

function isService(name: string, definition: unknown): definition is ServiceDefinition {
  return name.endsWith('.SDK') && definition !== undefined;
}

/** A message that is too large is refused before anybody of ours sees it. */
function sayTooLarge({ refused }: Endpoint): ServerInterceptor {
  return (_method, call) => {
    const sendStatus = call.sendStatus.bind(call);
    call.sendStatus = (sent) => {
      if (sent.code === status.RESOURCE_EXHAUSTED) refused('size', `Agones SDK: a call was refused. ${sent.details}`);
      sendStatus(sent);
    };
    return new ServerInterceptingCall(call);
  };
}

type Implementation = Parameters<Server['addService']>[1];

function implementationOf(endpoint: Endpoint, definition: ServiceDefinition): Implementation {
  return Object.fromEntries(
    Object.keys(definition).map((name) => {
      if (name === 'Health') return [name, health(endpoint)];
      return [name, name === 'WatchGameServer' ? watch(endpoint) : unary(endpoint, name)];
    }),
  );
}

function unary(endpoint: Endpoint, name: string): handleUnaryCall<unknown, object> {
  return ({ request }, callback) => {
    try {
      if (!isCall(name)) throw new Error(`No call ${name}`);
      callback(null, sdkCalls[name](endpoint.gameServer, request));
    } catch (thrown) {
      callback(errorOf(endpoint, thrown));
    }
  };
}

function isCall(name: string): name is SdkCallName {
  return name in sdkCalls;
}

/** Each message is a sign of health. */
function health(endpoint: Endpoint): handleClientStreamingCall<unknown, object> {
  return (call, callback) => {
    call.on('data', () => endpoint.gameServer.reportHealth());
    call.on('end', () => callback(null, {}));
    call.on('error', () => {}); // it went away
  };
}

function watch(endpoint: Endpoint): handleServerStreamingCall<unknown, object> {
  return (call) => {
    try {
      const watching = endpoint.gameServer.watchers.add({
        send: (message) => call.write(message),
        end: () => call.end(),
      });
      call.on('drain', watching.drained);
      call.on('cancelled', watching.stop).on('close', watching.stop).on('error', watching.stop);
    } catch (thrown) {
      call.destroy(errorOf(endpoint, thrown));
    }
  };
}

function errorOf(endpoint: Endpoint, thrown: unknown) {
  const error = logRefusal(endpoint, thrown);
  const { code } = STATUS[error.status];
  return Object.assign(new Error(error.message), { code, details: error.message });
}
