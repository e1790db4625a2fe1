// A proxy in front of a real service that does to its traffic what networks and tired servers do. It works on bytes of the
// HTTP that passes, one connection at a time, so what a client sees is what a real fault looks like, not a mocked error.
//
//   const proxy = await openFaultProxy(service.server.url);     // startFaultProxy in tests of vitest, which closes it
//   proxy.fail({ times: 2, match: /\/version$/, method: 'PUT', fault: { kind: 'status', status: 503, retryAfter: '1' } });
//   proxy.heal();      // no more faults
//   proxy.requests     // every request that came, with how many bytes of its body arrived
//
// proxy.url stands in place of the service's. The first rule that matches is used, `times` times or until it is taken away. Faults:
//   delay          the request is passed on after `ms`, or when that comes to pass, the answer comes whole
//   drop           the connection is cut when the head of the request has come; nothing is passed on
//   cut-request    the connection is cut after `after` bytes of the request's body; the service sees a torn request
//   cut-answer     the request is passed on whole; of the answer's body `after` bytes come, then the connection is cut
//   lose-answer    the request is passed on and done; the connection is cut in place of the answer. "Did it happen?"
//   half-open      the request is passed on; nothing comes back, and the connection stays open until the client gives up
//   slow           the request's body is passed on at `bytesPerSecond`, the answer's likewise
//   stall          after `after` bytes of the request's body nothing is passed on until that comes to pass
//   forget         the body is read and answered with 200, and nothing is passed on
//   status         an answer of `status` without asking the service, with `retryAfter` and `body` where given
//   html           a page of HTML as balancers send it, with `status` (502 unless given)
//   wrong-length   the answer says that it is `by` bytes longer than it is, and then ends
//   redirect       the answer sends to `to`
//   reorder        `of` requests wait for each other; the last one goes on first, and each after the one before was answered
// Addresses of the service within its JSON answers become ours, so uploads come through here too.
// `shape(bytesPerSecond)` is the line of all bodies together, beside the faults; with nothing it is as fast as it can be.
// `offline()` refuses every connection and cuts those that are open, as a network does that is gone; `heal()` ends that as well.
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReorder, type Reorder } from './reorder.ts';

export type Fault =
  | { kind: 'delay'; ms: number | Promise<void> }
  | { kind: 'drop' }
  | { kind: 'cut-request'; after: number }
  | { kind: 'cut-answer'; after: number }
  | { kind: 'lose-answer' }
  | { kind: 'half-open' }
  | { kind: 'slow'; bytesPerSecond: number }
  | { kind: 'stall'; after: number; until: Promise<void> }
  | { kind: 'forget'; headers?: Record<string, string> }
  | { kind: 'status'; status: number; retryAfter?: string; body?: string; type?: string }
  | { kind: 'html'; status?: number }
  | { kind: 'wrong-length'; by: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'reorder'; of: number };

export type Rule = { match?: RegExp; method?: string; times?: number; fault: Fault };
export type SeenRequest = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  bodyBytes: number;
  at: number;
};

export type FaultProxy = {
  readonly url: string;
  readonly port: number;
  readonly requests: SeenRequest[];
  /** Adds a rule behind those there are; answers how to take it away. */
  fail(rule: Rule): () => void;
  offline(): void;
  heal(): void;
  shape(bytesPerSecond: number | undefined): void;
  /** Cuts every open connection, once. */
  cutAll(): void;
  close(): Promise<void>;
};

/** With `keepsHost` the target is told the address of the proxy, as signatures of requests name it. */
export async function openFaultProxy(
  target: string,
  { keepsHost = false }: { keepsHost?: boolean } = {},
): Promise<FaultProxy> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const agent = new http.Agent({ keepAlive: true });
  let rules: Rule[] = [];
  let isOffline = false;
  const reorder = createReorder();
  const shape = createShape();

  const take = (request: IncomingMessage): Fault | undefined => {
    const { method = '', url = '' } = request;
    const rule = rules.find((one) => (one.match?.test(url) ?? true) && (one.method ?? method) === method);
    if (rule?.times !== undefined) {
      rule.times -= 1;
      if (rule.times <= 0) rules = rules.filter((one) => one !== rule);
    }
    return rule?.fault;
  };
  const server = http.createServer({ requestTimeout: 0 }, (request, response) => {
    const { method = '', url = '', headers } = request;
    const seen: SeenRequest = { method, path: url, headers, bodyBytes: 0, at: Date.now() };
    requests.push(seen);
    request.on('data', (chunk: Buffer) => (seen.bodyBytes += chunk.length));
    request.pause();
    const own = `http://${headers.host}`;
    // Taken now: Node takes it away from a request that was cut.
    const { socket } = request;
    const passing: Passing = { request, response, socket, target, keepsHost, own, agent, reorder, shape };
    answer(take(request), passing).catch(() => socket.destroy());
  });
  server.on('connection', (socket) => {
    if (isOffline) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    fail: (rule) => {
      const own = { ...rule };
      rules.push(own);
      return () => (rules = rules.filter((one) => one !== own));
    },
    offline: () => {
      isOffline = true;
      cutAll();
    },
    shape: shape.limit,
    heal: () => {
      isOffline = false;
      rules = [];
    },
    cutAll,
    close: async () => {
      cutAll();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Passing = {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  target: string;
  keepsHost: boolean;
  /** Our own address. */
  own: string;
  agent: http.Agent;
  reorder: Reorder;
  shape: Shape;
};

async function answer(fault: Fault | undefined, passing: Passing): Promise<void> {
  if (fault?.kind === 'drop') {
    passing.socket.destroy();
    return;
  }
  const instead = fault === undefined ? undefined : answerInstead(fault);
  if (instead === undefined) {
    if (fault?.kind === 'delay') await (typeof fault.ms === 'number' ? sleep(fault.ms) : fault.ms);
    const done = fault?.kind === 'reorder' ? await passing.reorder.turn(fault.of) : undefined;
    await passOn(fault, passing).finally(done);
    return;
  }
  await drain(passing.request);
  passing.response.writeHead(instead.status, instead.headers);
  passing.response.end(instead.body);
}

/** What is answered without asking the service. */
function answerInstead(fault: Fault): { status: number; headers: http.OutgoingHttpHeaders; body: string } | undefined {
  if (fault.kind === 'forget') return { status: 200, headers: fault.headers ?? {}, body: '' };
  if (fault.kind === 'redirect') return { status: 302, headers: { location: fault.to }, body: '' };
  if (fault.kind === 'html') {
    const body = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
    return { status: fault.status ?? 502, headers: { 'content-type': 'text/html' }, body };
  }
  if (fault.kind !== 'status') return undefined;
  const { status, retryAfter, body = '', type = 'application/json' } = fault;
  return { status, headers: { 'content-type': type, ...(retryAfter && { 'retry-after': retryAfter }) }, body };
}

async function passOn(fault: Fault | undefined, passing: Passing): Promise<void> {
  const { request, response, target, keepsHost, agent } = passing;
  const { host, pathname } = new URL(target);
  const upstream = http.request(target, {
    agent,
    method: request.method,
    path: pathname.replace(/\/$/, '') + (request.url ?? ''),
    headers: { ...request.headers, ...(keepsHost ? {} : { host }) },
  });
  const gone = () => upstream.destroy();
  response.on('close', gone);
  const answered = once(upstream, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined); // seen below, unless the request itself fails first
  try {
    // A line passes the head on before the body, which may come much later than a kept connection may be silent.
    if (request.headers['content-length'] !== undefined) upstream.flushHeaders();
    await sendBody(fault, passing, upstream);
    const [reply] = await answered;
    await sendAnswer(fault, reply, passing);
  } finally {
    response.off('close', gone);
    if (fault?.kind === 'cut-request') upstream.destroy();
  }
}

async function sendBody(
  fault: Fault | undefined,
  { request, socket, shape }: Passing,
  upstream: http.ClientRequest,
): Promise<void> {
  if (fault?.kind === 'cut-request') {
    await pipeline(request, cutAfter(fault.after), upstream).catch(() => undefined);
    socket.destroy();
    throw new Error('cut');
  }
  if (fault?.kind === 'slow') await pipeline(request, throttle(fault.bytesPerSecond), upstream);
  else if (fault?.kind === 'stall') await pipeline(request, stallAfter(fault.after, fault.until), upstream);
  else await pipeline(request, shape.through(), upstream);
}

async function sendAnswer(fault: Fault | undefined, reply: IncomingMessage, passing: Passing): Promise<void> {
  const { socket } = passing;
  if (fault?.kind === 'lose-answer' || fault?.kind === 'half-open') {
    await drain(reply);
    await keepSilent(fault.kind, socket);
    return;
  }
  const { headers, body } = await throughUs(reply, passing.target, passing.own);
  if (fault?.kind === 'wrong-length') {
    headers['content-length'] = String(Number(headers['content-length'] ?? 0) + fault.by);
  }
  passing.response.writeHead(reply.statusCode ?? 502, headers);
  await sendAnswerBody(fault, body, passing.response, socket);
}

async function keepSilent(kind: 'lose-answer' | 'half-open', socket: Socket): Promise<void> {
  if (kind === 'lose-answer') socket.destroy();
  else if (!socket.destroyed) await once(socket, 'close');
}

async function sendAnswerBody(fault: Fault | undefined, body: Readable, response: ServerResponse, socket: Socket) {
  switch (fault?.kind) {
    case 'cut-answer':
      response.flushHeaders();
      await pipeline(body, cutAfter(fault.after), response).catch(() => undefined);
      socket.destroy();
      return;
    case 'wrong-length':
      for await (const chunk of body) response.write(chunk);
      socket.destroySoon();
      return;
    case 'slow':
      await pipeline(body, throttle(fault.bytesPerSecond), response);
      return;
    default:
      await pipeline(body, response);
  }
}

/** The answer, with the service's own address replaced by ours in JSON, so that files go through the faults as well. */
async function throughUs(reply: IncomingMessage, target: string, own: string) {
  const headers: http.OutgoingHttpHeaders = { ...reply.headers };
  if (reply.headers['content-type']?.includes('json') !== true) return { headers, body: reply };
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const body = Buffer.from(Buffer.concat(chunks).toString().replaceAll(new URL(target).origin, own));
  delete headers['transfer-encoding'];
  headers['content-length'] = String(body.length);
  return { headers, body: Readable.from([body]) };
}

/** Lets so many bytes through and then fails, which ends both sides of the pipeline. */
function cutAfter(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      this.push(part);
      // Given a moment, so that what came before is on its way when the cut comes.
      if (left <= 0) setTimeout(() => done(new Error('cut')), 5);
      else done();
    },
    flush(done: TransformCallback) {
      done(left <= 0 ? new Error('cut') : null);
    },
  });
}

type Shape = ReturnType<typeof createShape>;

/** One line for all that goes through it. */
function createShape() {
  let rate: number | undefined;
  let freeAt = 0;
  const pass = async (bytes: number) => {
    if (rate === undefined) return;
    freeAt = Math.max(performance.now(), freeAt) + (bytes * 1000) / rate;
    await sleep(Math.max(0, freeAt - performance.now()));
  };
  return {
    limit: (bytesPerSecond: number | undefined) => {
      rate = bytesPerSecond;
    },
    through: () => asAllowed(pass, rate === undefined ? Infinity : Math.max(1, Math.floor(rate / 4))),
  };
}

function stallAfter(after: number, until: Promise<void>): Transform {
  let seen = 0;
  return asAllowed(async (bytes) => {
    if (seen >= after) await until;
    seen += bytes;
  });
}

/** Passes each piece on once it may, and none that is longer than `most`. */
function asAllowed(may: (bytes: number) => Promise<void>, most = Infinity): Transform {
  const passing = async (to: Transform, chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += most) {
      const piece = chunk.subarray(at, at + most);
      await may(piece.length);
      to.push(piece);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- that is how a transform is notified
      passing(this, chunk).then(() => done(), done);
    },
  });
}

function throttle(bytesPerSecond: number): Transform {
  const step = Math.max(1, Math.floor(bytesPerSecond / 20));
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const push = async () => {
        for (let at = 0; at < chunk.length; at += step) {
          this.push(chunk.subarray(at, at + step));
          await sleep(50);
        }
      };
      // oxlint-disable-next-line promise/no-callback-in-promise -- that is how a transform is notified
      push().then(() => done(), done);
    },
  });
}

async function drain(stream: IncomingMessage): Promise<void> {
  stream.resume();
  if (!stream.readableEnded) await once(stream, 'end');
}
