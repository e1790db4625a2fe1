// Makes the HTTP server and guards its connections: heads that never end, requests that are no HTTP, floods in one pipe.
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { messageFor } from '../../../src-shared/text/message.ts';
import { type Secure, secureContextOf } from '../listening/certificate.ts';
import { followCertificate } from '../listening/follow-certificate.ts';
import type { Log } from '../logging/log.ts';
import { errorCode } from '../storage/data-errors.ts';
import type { HttpLimits } from './http-limits.ts';

const LONGEST_HEAD = 16_384;
/** A part of an upload may take as long as its URL lives; JSON bodies have a much shorter time of their own. */
const REQUEST_MS = 6 * 3_600_000;

type Options = { limits: HttpLimits; secure: Secure | undefined; log: Log };

export function createHttpServer({ limits, secure, log }: Options): Server {
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    maxHeaderSize: LONGEST_HEAD,
    noDelay: true,
  };
  const server = secure === undefined ? createServer(options) : createSecureServer(options, { limits, secure, log });
  server.maxConnections = limits.connections;
  return server;
}

function createSecureServer(
  options: ServerOptions,
  { limits, secure, log }: Options & { secure: Secure },
): ReturnType<typeof createTlsServer> {
  const server = createTlsServer({ ...options, ...secureContextOf(secure) });
  server.on('close', followCertificate(server, secure, { everyMs: limits.certificateLookMs, log }));
  return server;
}

/** Ends a connection that has more requests under way than it may. Put before the handler of requests. */
export function limitPipelines(server: Server, most: number): (socket: Duplex) => boolean {
  const underWay = new WeakMap<Duplex, number>();
  // One function for all, since each of many thousand waiting requests would keep one of its own.
  function release(this: ServerResponse) {
    // Node takes it from a request that was given up in the middle of its body, and ends it with that.
    const socket: Duplex | null = this.req.socket;
    if (socket !== null) underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
  }
  server.on('request', (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    if (count > most) socket.destroy();
    else response.on('close', release);
  });
  return (socket) => (underWay.get(socket) ?? 0) > 0;
}

/** Answers what could not be read as a request, in the form of every other error, and hangs up. */
export function createClientErrorHandler(log: Log, isBusy: (socket: Duplex) => boolean) {
  return (thrown: Error, socket: Duplex): void => {
    const code = errorCode(thrown);
    if (code === 'ECONNRESET' || socket.destroyed) return;
    // In the middle of another answer these bytes would be read as part of it.
    if (isBusy(socket) || !socket.writable) {
      socket.destroy();
      return;
    }
    const ray = randomUUID();
    const { status, sentence } = explain(code);
    log('info', 'unreadable request', { ray_id: ray, status, reason: code });
    const body = JSON.stringify({ code: 'API_BAD_HEADERS', message: sentence, ray_id: ray });
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nrvt-ray-id: ${ray}\r\nconnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  };
}

/** Never 408 or 5xx: callers of the original service would send the same again. */
function explain(code: string | undefined): { status: string; sentence: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: '431 Request Header Fields Too Large', sentence: messageFor('http.head-too-large').text };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '400 Bad Request', sentence: messageFor('http.request-too-slow').text };
    default:
      return { status: '400 Bad Request', sentence: messageFor('http.not-http').text };
  }
}
