// The HTTP side of the service: registers a route for each row of the table, and runs the same checks in the same order.
import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import type { TokenCheck } from '../access/callers.ts';
import type { GivenAccess } from '../access/given-access.ts';
import { asksForReasons } from '../front/answered-message.ts';
import { createFront, type Front } from '../front/front.ts';
import type { Answered, FrontRoute } from '../front/front-connection.ts';
import { writeJson } from '../front/write-json.ts';
import type { Exposure } from '../listening/exposure.ts';
import type { Log } from '../logging/log.ts';
import type { GoneSignal } from '../watch/waiters.ts';
import { type Admission, createAdmission } from './admission.ts';
import { createClientErrorHandler, createHttpServer, limitPipelines } from './connections.ts';
import { createErrorHandler, createExplainer } from './errors.ts';
import { createReads } from './front-reads.ts';
import type { Handlers, Origin } from './handlers.ts';
import type { HttpLimits } from './http-limits.ts';
import { callerAddress } from './rate-limit.ts';
import { type RawRoute, registerRawRoutes } from './raw-routes.ts';
import { addressPattern, routerPath } from './router-path.ts';
import { type Checked, createRowCalls, type RowCall } from './row-calls.ts';

const PREFER = /\r\nprefer:([^\r]*)/i;
const JSON_BODY_LIMIT = 1_048_576;
/** Rows are checked and written by our own schemas. Left to itself Fastify loads two compilers of JSON schemas at each start. */
const noSchemas = () => () => {
  throw new Error('No route has a JSON schema');
};

export type AppOptions = {
  handlers: Handlers;
  checkToken: TokenCheck;
  /** Told of each call once it was answered. */
  onAnswered?: (answered: Answered) => void;
  /** Whose tokens were revoked. */
  access: GivenAccess;
  log: Log;
  exposure: Exposure;
  limits: HttpLimits;
  /** Addresses that carry bytes instead of JSON. */
  rawRoutes: readonly RawRoute[];
  /** Addresses that are answered without node:http, where a request is plain. */
  frontRoutes: readonly FrontRoute[];
};
export type App = {
  server: Server;
  /** Undefined where all connections go through node:http. */
  front: Front | undefined;
  ready(): Promise<void>;
  close(): Promise<void>;
};

export function createApp(options: AppOptions): App {
  const { log, exposure, limits } = options;
  const server = createHttpServer({ limits, secure: exposure.secure, log });
  const isBusy = limitPipelines(server, limits.pipelined);
  const answerError = createErrorHandler(log);
  const calls = createRowCalls(options);
  const refuseOtherMethod = createMethodRefusal(calls.map(({ row }) => row));
  const admission = createAdmission(exposure, limits);
  const { admit } = admission;
  const front = exposure.secure === undefined ? openFront(server, options, admission, calls) : undefined;
  const app = Fastify({
    // Addresses that cannot be read never get to the hooks, so what those do is done here.
    frameworkErrors: (thrown, request, reply) => {
      try {
        admit(request, reply);
        answerError(thrown, request, reply);
      } catch (refused) {
        answerError(asAppError(refused), request, reply);
      }
    },
    bodyLimit: JSON_BODY_LIMIT,
    genReqId: flatUuid,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: createClientErrorHandler(log, isBusy),
    serverFactory: (handler) => server.on('request', handler),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    refuseOtherMethod(request, reply);
    throw new AppError('API_NOT_FOUND');
  });
  app.addHook('onRequest', async (request, reply) => {
    if (admit(request, reply) === 'answered') return await reply.code(200).send();
  });
  goOnWhenChecked(app, server);
  app.addHook('onResponse', async (request, reply) => {
    const answered = answeredOf(request, reply);
    logAnswered(log, answered);
    options.onAnswered?.(answered);
  });
  registerRawRoutes(app, options.rawRoutes);
  for (const call of calls) registerRow(app, call, refuseOtherMethod, exposure.trustProxy);
  return { server, front, ready: async () => await app.ready(), close: () => app.close() };
}

/** Who asks before it sends a body is told to once what can be checked before was; parts of uploads say so by themselves. */
function goOnWhenChecked(app: FastifyInstance, server: Server): void {
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    return payload;
  });
}

function openFront(server: Server, options: AppOptions, { admitHead }: Admission, calls: readonly RowCall[]): Front {
  const { log, limits, frontRoutes, onAnswered } = options;
  const explain = createExplainer(log);
  return createFront(server, {
    routes: [createReads(calls), ...frontRoutes],
    headersMs: limits.headersMs,
    leastPace: limits.leastPace,
    admit: ({ target, headers }, { localPort, remoteAddress }) =>
      admitHead({ target, headers, rawHeaders: [], port: localPort ?? 0 }, remoteAddress),
    explain: (thrown, { ray_id, head }) => {
      const tellsReasons = asksForReasons(PREFER.exec(head.text)?.[1]);
      const error = thrown instanceof Error ? thrown : asAppError(thrown);
      const { body, ...answer } = explain(error, { ray_id, tellsReasons });
      return { ...answer, body: writeJson(body) };
    },
    onAnswered: (answered) => {
      logAnswered(log, answered, { via: 'front' });
      onAnswered?.(answered);
    },
  });
}

function registerRow(
  app: FastifyInstance,
  { row, parse, identify, run }: RowCall,
  refuseOtherMethod: ReturnType<typeof createMethodRefusal>,
  trustProxy: boolean,
): void {
  const checked = new WeakMap<FastifyRequest, Checked>();
  app.route({
    method: row.method,
    url: routerPath(row.path),
    onRequest: async (request, reply) => {
      const { params, url, headers } = request;
      try {
        const query = parse(params, url.split('?', 2)[1] ?? '');
        checked.set(request, { ...query, caller: identify(headers.authorization, query) });
      } catch (thrown) {
        // The router takes a word for an id where the address with that word has other methods.
        refuseOtherMethod(request, reply);
        throw thrown;
      }
    },
    handler: async (request, reply) => {
      const known = checked.get(request);
      if (known === undefined) throw new Error('A request skipped its checks');
      checked.delete(request);
      const body = { contentType: request.headers['content-type'], raw: request.body };
      const context = {
        signal: new CallerGone(reply.raw),
        idempotencyKey: readIdempotencyKey(request),
        // Who only reads leaves no trace, and may wait by the thousand.
        origin: row.method === 'GET' ? undefined : originOf(request, trustProxy),
      };
      const answer = await run(known, body, context);
      return isObject(answer) ? sendJson(reply, answer, row.watch) : answer;
    },
  });
}

/** Node puts a UUID together of fourteen pieces; copied into one it is a tenth of the size, which waiting callers keep. */
function flatUuid(): string {
  return Buffer.from(randomUUID(), 'latin1').toString('latin1');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

const PROGRAM_LENGTH = 80;
/** The path of `getHealth`. */
const HEALTH = '/healthz';

function originOf({ socket, headers }: FastifyRequest, trustProxy: boolean): Origin {
  const address = callerAddress(socket.remoteAddress, headers, trustProxy);
  const program = headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, PROGRAM_LENGTH);
  return { ...(address === '' ? {} : { address }), ...(program === undefined || program === '' ? {} : { program }) };
}

function answeredOf({ id, method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): Answered {
  return { ray_id: id, method, target: url, status: statusCode, ms: elapsedTime };
}

/** Apps and balancers ask every few seconds whether it lives: that it does is no line of its own. */
function logAnswered(log: Log, { ray_id, method, target, status, ms }: Answered, more: { via?: string } = {}): void {
  if (target === HEALTH && status === 200) return;
  log('info', 'request', { ray_id, method, path: target.split('?', 1)[0], status, ms: Math.round(ms), ...more });
}

/**
 * Tells when a caller goes away before its answer is out. One small object for each request, where a real AbortSignal would
 * weigh a kilobyte for each of ten thousand waiting callers.
 */
class CallerGone implements GoneSignal {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get aborted(): boolean {
    return this.#response.closed;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#response.on('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#response.off('close', listener);
  }
}

/** `isShared`: the same object may answer others as well. */
function sendJson(reply: FastifyReply, answer: object, isShared: boolean): FastifyReply {
  const tellsReasons = asksForReasons(reply.request.headers['prefer']);
  const { text, encoding, length } = writeJson(answer, { isShared, tellsReasons });
  const { raw } = reply;
  reply.hijack();
  if (raw.destroyed) return reply; // the caller went away while it waited
  const headers: OutgoingHttpHeaders = { 'content-type': 'application/json; charset=utf-8', 'content-length': length };
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value;
  raw.writeHead(200, headers);
  raw.end(text, encoding);
  return reply;
}

/**
 * Says which methods an address of these rows has, to whoever comes with another one. There is no route for those: to make four for each
 * address took a fifth of a service's start. What only looks like one, with an id that is none, is none of ours.
 */
function createMethodRefusal(rows: readonly Endpoint[]) {
  let addresses: { pattern: RegExp; method: string }[] | undefined;
  return ({ method, url }: FastifyRequest, reply: FastifyReply): void => {
    addresses ??= rows.map((row) => ({ pattern: addressPattern(row.path), method: row.method }));
    const [target = ''] = url.split('?', 1);
    const methods = addresses.filter(({ pattern }) => pattern.test(target)).map((each) => each.method);
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    if (allowed.length === 0 || allowed.includes(method)) return;
    void reply.header('allow', allowed.join(', '));
    throw new AppError('API_METHOD_NOT_ALLOWED', 'http.methods-allowed', { methods: allowed.join(', ') });
  };
}
