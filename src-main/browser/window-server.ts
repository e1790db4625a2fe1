// Serves the window to a browser on this machine: its files, the exchange of a link for a session, and the bridge.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { PICTURES } from '../../src-shared/games/shown-pictures.ts';
import { BRIDGE_PROTOCOL, SESSION } from '../../src-shared/host/window-session.ts';
import type { ShownPictures } from '../core/games/shown-pictures.ts';
import { contentSecurityPolicy } from '../core/window-policy.ts';
import { answerCopies, COPIES, type CopyOptions } from './copy-routes.ts';
import type { Sessions } from './sessions.ts';
import type { ServedFile } from './window-files.ts';

const SESSION_BODY_LIMIT = 1_024;
/** A frame is a call with small input; files travel by requests of their own. */
const FRAME_LIMIT = 1_048_576;

export type WindowServerOptions = {
  files: ReadonlyMap<string, ServedFile>;
  sessions: Sessions;
  copies: CopyOptions;
  pictures: ShownPictures;
  onWindow(socket: WebSocket): void;
  onLinkUsed(): void;
};

export type WindowServer = {
  server: Server;
  /** Ends all windows and requests. Whoever listens with it stops that before. */
  endConnections(): void;
};

/** The server is not listening yet. */
export function createWindowServer(options: WindowServerOptions): WindowServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_LIMIT,
    // Never the secret that was offered beside it.
    handleProtocols: () => BRIDGE_PROTOCOL,
  });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000 }, (request, response) => {
    answer(options, request, response).catch((thrown: unknown) => sendError(response, asAppError(thrown)));
  });
  server.on('upgrade', (request, socket: Duplex, head) => {
    // node:http listens no longer, and an error that nobody hears ends the process: whoever asks may hang up before the answer.
    socket.on('error', () => socket.destroy());
    let secret: string;
    try {
      checkOurs(request, true);
      if (request.url !== '/bridge') throw new AppError('API_NOT_FOUND');
      secret = checkSession(options.sessions, secretOfUpgrade(request));
    } catch (thrown) {
      const { status, message } = asAppError(thrown);
      const refusal = `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${message}\n`;
      socket.end(refusal, () => socket.destroy());
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      // What is no frame, or too large a one, ends this window alone; ws closes it.
      client.on('error', () => undefined);
      client.once(
        'close',
        options.sessions.hold(secret, () => client.terminate()),
      );
      options.onWindow(client);
    });
  });
  const endConnections = () => {
    server.closeAllConnections();
    for (const client of sockets.clients) client.terminate();
  };
  return { server, endConnections };
}

async function answer(options: WindowServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-security-policy', contentSecurityPolicy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  checkOurs(request, false);
  const { pathname, searchParams } = readAddress(request.url ?? '/');
  if (pathname === SESSION) {
    await answerSession(options, request, response);
    return;
  }
  if (pathname === COPIES || pathname.startsWith(`${COPIES}/`)) {
    checkOurs(request, true);
    checkSession(options.sessions, secretOf(request));
    await answerCopies(options.copies, request, response, pathname);
    return;
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (pathname === PICTURES && isRead) {
    checkSession(options.sessions, secretOf(request));
    const { status, headers, body } = await options.pictures.answer(searchParams);
    response.writeHead(status, headers).end(body);
    return;
  }
  answerFile(options.files.get(pathname), isRead, request, response);
}

function answerFile(
  file: ServedFile | undefined,
  isRead: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (file === undefined) throw new AppError('API_NOT_FOUND');
  if (!isRead) throw new AppError('API_METHOD_NOT_ALLOWED');
  response.setHeader('cache-control', file.lasting ? 'max-age=31536000, immutable' : 'no-store');
  response.writeHead(200, { 'content-type': file.type, 'content-length': file.body.length });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}

async function answerSession(
  { sessions, onLinkUsed }: WindowServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST') {
    checkOurs(request, true);
    const secret = sessions.exchange(await readToken(request));
    if (secret === undefined) {
      throw new AppError('API_FORBIDDEN', 'app.link-used');
    }
    onLinkUsed();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ secret }));
    return;
  }
  const secret = checkSession(sessions, secretOf(request));
  if (request.method === 'DELETE') {
    checkOurs(request, true);
    sessions.signOut(secret);
  }
  response.writeHead(204).end();
}

/** `//` and `http://[` are no addresses. */
function readAddress(target: string): URL {
  const url = URL.parse(target, 'http://window');
  if (url === null) throw new AppError('API_BAD_QUERY', 'http.address-unreadable');
  return url;
}

/** Only our own page on our own address: other names (DNS rebinding) and other sites' pages are refused. */
function checkOurs(request: IncomingMessage, needsOrigin: boolean): void {
  const port = request.socket.localPort;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const { host, origin } = request.headers;
  const hostIsOurs = host !== undefined && hosts.includes(host);
  const originIsOurs = origin === undefined ? !needsOrigin : origin === `http://${host}`;
  if (!hostIsOurs || !originIsOurs) {
    throw new AppError('API_FORBIDDEN', 'app.window-only');
  }
}

function checkSession(sessions: Sessions, secret: string | undefined): string {
  if (secret === undefined || !sessions.isGood(secret)) {
    throw new AppError('API_FORBIDDEN', 'app.no-link');
  }
  return secret;
}

/** Only a page that knows the secret gives it: a browser adds this header to no request by itself. */
function secretOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1];
}

function secretOfUpgrade({ headers }: IncomingMessage): string | undefined {
  const [protocol, secret] = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  return protocol === BRIDGE_PROTOCOL ? secret : undefined;
}

async function readToken(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > SESSION_BODY_LIMIT) throw new AppError('API_BODY_TOO_LARGE');
  }
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string')
      return body.token;
  } catch {
    // Falls through to the one answer for everything that is not {"token": "..."}.
  }
  throw new AppError('API_BAD_BODY', 'http.session-body-invalid');
}

function sendError(response: ServerResponse, error: AppError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(error.status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(error.toBody()));
}
