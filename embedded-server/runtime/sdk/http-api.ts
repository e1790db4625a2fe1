// The SDK over HTTP, as grpc-gateway offers it: JSON in and out, and changes as a stream of lines.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Endpoint, logRefusal } from './endpoint.ts';
import { findRoute } from './http-routes.ts';
import { SdkError, STATUS } from './sdk-error.ts';
import { MOST_BODY_BYTES } from './sdk-settings.ts';

export type HttpApi = { serve(socket: Socket, endpoint: Endpoint): void };

/** One for all servers: whose call it is, the connection says. */
export function createHttpApi(onProblem: (thrown: unknown) => void): HttpApi {
  const endpoints = new WeakMap<Socket, Endpoint>();
  const server = createServer((request, response) => {
    const endpoint = endpoints.get(request.socket);
    if (endpoint === undefined) request.socket.destroy();
    else answer(endpoint, request, response).catch(onProblem);
  });
  return {
    serve: (socket, endpoint) => {
      endpoints.set(socket, endpoint);
      server.emit('connection', socket);
    },
  };
}

async function answer(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A program that goes away in the midst of a call has nobody to be told.
  response.on('error', () => {});
  try {
    const route = findRoute(request.method ?? '', request.url ?? '');
    if (route === undefined) throw new SdkError('notFound', 'Not Found');
    if (route === 'wrong-method') throw new SdkError('unimplemented', 'Method Not Allowed');
    const text = await readBody(request);
    if (text === undefined) return;
    if (route.call === 'WatchGameServer') {
      watch(endpoint, response);
      return;
    }
    if (route.call === 'Health' && text === '') throw new SdkError('invalid', 'Send {} as the body of /health.');
    // Loaded for the first call: most servers make none.
    const { sdkCalls } = await import('./sdk-calls.ts');
    send(response, 200, sdkCalls[route.call](endpoint.gameServer, route.input(readObject(text))));
  } catch (thrown) {
    refuse(endpoint, response, thrown);
  }
}

/** Undefined where the caller went away. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > MOST_BODY_BYTES) throw new SdkError('tooLarge', `A call takes at most ${MOST_BODY_BYTES} bytes.`);
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (thrown instanceof SdkError) throw thrown;
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new SdkError('invalid', `The body is no JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new SdkError('invalid', 'The body is no JSON object.');
}

function watch({ gameServer: { watchers } }: Endpoint, response: ServerResponse): void {
  const { drained, stop } = watchers.add({
    send: (message) => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' });
      return response.write(`${JSON.stringify({ result: message })}\n`);
    },
    end: () => response.end(),
  });
  response.on('drain', drained).once('close', stop);
}

function refuse(endpoint: Endpoint, response: ServerResponse, thrown: unknown): void {
  const error = logRefusal(endpoint, thrown);
  const { code, http } = STATUS[error.status];
  if (error.status === 'tooLarge') response.setHeader('connection', 'close');
  if (!response.headersSent) send(response, http, { code, message: error.message, details: [] });
  else response.destroy();
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** The answer to a connection that nobody reads from. */
export function refuseConnection(socket: Socket, message: string): void {
  const text = JSON.stringify({ code: STATUS.denied.code, message, details: [] });
  const head = `HTTP/1.1 ${STATUS.denied.http} Forbidden\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}`;
  socket.end(`${head}\r\n\r\n${text}`);
}
