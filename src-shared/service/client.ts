// The typed client of the service, derived from the table. How requests travel is the transport's matter.
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { type Contract, contract } from './contract.ts';
import type { Endpoint, EndpointAnswer, EndpointInput, Method } from './endpoint.ts';
import { readFailure } from './failure.ts';
import { readable } from './readable.ts';

/** One request on its way. `path` has its query; `watch` says the answer may take as long as a watch waits. */
export type ServiceRequest = {
  method: Method;
  path: string;
  body: unknown;
  watch: boolean;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Whoever asks tries again in a way of its own. */
  once?: boolean;
  /** Asked again and again, and of interest only once. */
  poll?: boolean;
  /** So many milliseconds longer than usual the answer may take. */
  waitMs?: number;
};

/** Carries a request to a service and brings back its status and parsed JSON (what is no JSON comes as its text). It throws only if there was no answer. */
export type ServiceTransport = (request: ServiceRequest) => Promise<{ status: number; body: unknown }>;

/** What may go with any call. A preparing call with the same idempotency key comes back with the same upload. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Not tried again by itself, although it would be safe. */
  once?: boolean | undefined;
  /** One of many that ask the same again and again: what follows it counts as a repeat of it. */
  poll?: boolean | undefined;
  /** So many milliseconds longer than usual the answer may take, since something is waited for there. */
  waitMs?: number | undefined;
};

/** One method for each endpoint: the parsed answer, or an AppError. */
export type ServiceClient = {
  [K in keyof Contract]: (
    input: EndpointInput<Contract[K]>,
    options?: CallOptions,
  ) => Promise<EndpointAnswer<Contract[K]>>;
};

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown> | undefined; body?: unknown };

/** Makes a client that speaks through `transport`. */
export function createServiceClient(transport: ServiceTransport): ServiceClient {
  const methods = Object.values(contract).map((row: Endpoint) => {
    const method = (input: LooseInput, options?: CallOptions) => call(transport, row, input, options);
    return [row.name, method] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each method parses its answer with its row's schema
  return Object.fromEntries(methods) as unknown as ServiceClient;
}

async function call(transport: ServiceTransport, row: Endpoint, input: LooseInput, options: CallOptions = {}) {
  const { status, body } = await transport({
    method: row.method,
    path: buildPath(row, input.params ?? {}) + buildQuery(row, input.query ?? {}),
    body: row.body === null ? undefined : input.body,
    watch: row.watch && input.query?.['watch_index'] !== undefined,
    ...given(options),
  });
  if (status < 200 || status > 299) throw readFailure(status, body);
  return parseAnswer(row.answer, body);
}

function given({ signal, idempotencyKey, once, poll, waitMs }: CallOptions) {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(once === undefined ? {} : { once }),
    ...(poll === undefined ? {} : { poll }),
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

function parseAnswer(schema: z.ZodObject, body: unknown): unknown {
  const parsed = readable(schema).safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` (at ${issue.path.join('.')})`;
  throw new AppError(
    'ANSWER_UNREADABLE',
    'answer.unreadable',
    { where },
    {
      cause: parsed.error,
    },
  );
}

/** Ids are UUIDs where the service is ours; another one may have its own, as long as they can be no path of their own. */
const pathValue = /^(?!\.{1,2}$)[\w.~:@=+-]{1,200}$/;

/** A parameter that does not fit never leaves: no odd path can be made of it. */
function buildPath(row: Endpoint, params: Record<string, unknown>): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || !pathValue.test(value)) {
      throw new AppError('API_NOT_FOUND', 'service.id-invalid', { id: String(value) });
    }
    return encodeURIComponent(value);
  });
}

function buildQuery(row: Endpoint, query: Record<string, unknown>): string {
  const pairs: string[] = [];
  for (const key of Object.keys(row.query.shape)) {
    const value = query[key];
    if (value === undefined) continue;
    pairs.push(`${key}=${encodeURIComponent(queryText(value))}`);
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function queryText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
