// Carries the typed client's requests over HTTP with got: each try is timed and reported, what passes is tried again, and what
// the network does wrong becomes one of our errors.
import got, { type Response } from 'got';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceRequest, ServiceTransport } from '../../../src-shared/service/client.ts';
import type { Network } from './network.ts';
import { explainNetworkError, redirected } from './network-errors.ts';
import { parseAnswer } from './parse-answer.ts';
import { readRetryAfter, withRetries } from './retry.ts';

const CONNECT_MS = 10_000;
const REQUEST_MS = 15_000;
/** A watch call is answered after 40 s at the latest; one that is still silent then hangs. */
const WATCH_MS = 60_000;
/** No answer of the service is nearly as long. What somebody else sends beyond it would fill the memory. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

/** No word of an answer is as long by chance. */
const LONG_TOKEN = 16;

export type Address = {
  url: string;
  token?: string | undefined;
  /** Whether the process that listens there lives, where that is known: whoever has its port after it is told nothing. */
  isThere?: (() => boolean) | undefined;
};

/** One try of a call, as it went over the wire. Neither token nor headers are in it. */
export type CallRecord = {
  at: number;
  url: string;
  method: string;
  path: string;
  watch: boolean;
  /** One of many that ask the same again and again. */
  poll?: boolean;
  ms: number;
  status?: number;
  requestId?: string | undefined;
  /** What the other side's clock says, in Unix milliseconds. */
  date?: number | undefined;
  requestBody?: string;
  answerBody?: string;
  error?: AppError;
};

export type TransportOptions = Address & {
  network: Network;
  onCall?: (record: CallRecord) => void;
  timeouts?: { request?: number; watch?: number };
  /** Whether what it says is shown in the reader's language. Our services tell their reasons then. */
  asksForReasons?: boolean;
  /** How long an answer may be; tests make little do. */
  mostBytes?: number;
};

type Outcome = { status?: number; body?: unknown; retryAfterMs?: number | undefined; error?: AppError };

export function createHttpTransport(options: TransportOptions): ServiceTransport {
  return async (request) => {
    const { status, body, error, retryAfterMs } = await withRetries(request, () => tryOnce(options, request));
    if (error !== undefined) throw error;
    return { status: status ?? 0, body: withRetryAfter(body, status ?? 0, retryAfterMs) };
  };
}

async function tryOnce(options: TransportOptions, request: ServiceRequest): Promise<Outcome> {
  const { url, onCall } = options;
  const at = Date.now();
  const startedAt = performance.now();
  const sent = request.body === undefined ? undefined : JSON.stringify(request.body);
  const basics = {
    at,
    url,
    method: request.method,
    path: request.path,
    watch: request.watch,
    poll: request.poll === true,
  };
  const record = { ...basics, ...(sent === undefined ? {} : { requestBody: sent }) };
  const ms = () => performance.now() - startedAt;
  try {
    if (options.isThere?.() === false) throw new AppError('INSTANCE_UNREACHABLE', 'instance.local-stopped');
    const response = await send(options, request, sent);
    onCall?.({ ...record, ms: ms(), ...seenOf(response) });
    return outcomeOf(response, options, request);
  } catch (thrown) {
    const error = explain(thrown, options, request.signal);
    onCall?.({ ...record, ms: ms(), error });
    return { error };
  }
}

function patience({ timeouts }: TransportOptions, { watch, waitMs = 0 }: ServiceRequest): number {
  return waitMs + (watch ? (timeouts?.watch ?? WATCH_MS) : (timeouts?.request ?? REQUEST_MS));
}

function send(options: TransportOptions, request: ServiceRequest, body: string | undefined) {
  const { url, token, network, mostBytes = MOST_ANSWER_BYTES, asksForReasons = false } = options;
  const tooLong = new AbortController();
  const answered = got(url + request.path, {
    method: request.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'user-agent': 'slipway',
      accept: 'application/json',
      ...(asksForReasons ? { prefer: 'reasons' } : {}),
      ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    agent: { http: network.agents.http, https: network.agents.https }, // got refuses more than these
    timeout: {
      connect: CONNECT_MS,
      secureConnect: CONNECT_MS,
      request: patience(options, request),
    },
    retry: { limit: 0 },
    throwHttpErrors: false,
    followRedirect: false,
    responseType: 'text',
    ...(body === undefined ? {} : { body }),
    signal: request.signal === undefined ? tooLong.signal : AbortSignal.any([tooLong.signal, request.signal]),
  });
  void answered.on('downloadProgress', ({ transferred }) => {
    if (transferred > mostBytes) tooLong.abort();
  });
  return answered.catch((thrown: unknown) => {
    throw tooLong.signal.aborted ? answerTooLong(url, mostBytes) : thrown;
  });
}

function answerTooLong(url: string, mostBytes: number): AppError {
  const size = `${Math.round(mostBytes / 1024 / 1024)} MiB`;
  return new AppError('ANSWER_UNREADABLE', 'network.answer-too-large', { url, size });
}

function seenOf({ statusCode, headers, body }: Response<string>) {
  const date = Date.parse(headers.date ?? '');
  return {
    status: statusCode,
    requestId: text(headers['rvt-ray-id'] ?? headers['x-request-id']),
    date: Number.isNaN(date) ? undefined : date,
    answerBody: body,
  };
}

function outcomeOf(response: Response<string>, { url, token }: TransportOptions, { path }: ServiceRequest): Outcome {
  const { statusCode: status, headers } = response;
  // What answers may quote the request that it is about, and is shown to people and kept in logs. A good answer may hold a short word
  // that is somebody's token as well, and nobody's secret there.
  const mayQuote = token !== undefined && (status >= 300 || token.length >= LONG_TOKEN);
  const quoted = (quote: string) => (mayQuote ? quote.replaceAll(token, '$SLIPWAY_TOKEN') : quote);
  const body = quoted(response.body);
  if (status >= 300 && status < 400) {
    const location = text(headers.location);
    return { error: redirected({ url, path }, location === undefined ? undefined : quoted(location)) };
  }
  const parsed = parseJson(body);
  if (status < 300 && typeof parsed === 'string' && body !== '') {
    return { error: new AppError('ANSWER_UNREADABLE', 'network.no-json', { url }) };
  }
  const retryAfterMs = readRetryAfter(text(headers['retry-after']));
  return { status, body: parsed, retryAfterMs };
}

/** The parsed JSON, or the text where it is none; an empty text is no body. */
function parseJson(body: string): unknown {
  if (body.trim() === '') return undefined;
  try {
    return parseAnswer(body);
  } catch {
    return body;
  }
}

/** How long the other side wants to be left alone travels within the error's metadata. */
function withRetryAfter(body: unknown, status: number, retryAfterMs: number | undefined): unknown {
  if (status < 400 || retryAfterMs === undefined || typeof body !== 'object' || body === null) return body;
  const metadata = 'metadata' in body && typeof body.metadata === 'object' ? body.metadata : {};
  return { ...body, metadata: { ...metadata, retry_after_ms: retryAfterMs } };
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function explain(thrown: unknown, { url, network }: TransportOptions, signal: ServiceRequest['signal']): AppError {
  if (thrown instanceof AppError) return thrown;
  if (signal?.aborted === true) return new AppError('CANCELLED', undefined, { cause: thrown });
  return explainNetworkError(thrown, url, network.agents.isPinned);
}
