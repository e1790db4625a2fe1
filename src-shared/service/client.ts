// The typed client of the service, derived from the table. How requests travel is the transport's matter.
import type { z } from 'zod';
import { AppError, errorBody, reviveError } from '../errors/app-error.ts';
import { type Contract, contract } from './contract.ts';
import type { Endpoint, EndpointAnswer, EndpointInput, Method } from './endpoint.ts';

/** One request on its way. `path` has its query; `watch` says the answer may take as long as a watch waits. */
export type ServiceRequest = {
  method: Method;
  path: string;
  body: unknown;
  watch: boolean;
  signal?: AbortSignal;
  idempotencyKey?: string;
};

/** Carries a request to a service and brings back its status and parsed JSON. It throws only if there was no answer. */
export type ServiceTransport = (request: ServiceRequest) => Promise<{ status: number; body: unknown }>;

/** What may go with any call. A preparing call with the same idempotency key comes back with the same upload. */
export type CallOptions = { signal?: AbortSignal | undefined; idempotencyKey?: string | undefined };

/** One method for each endpoint: the parsed answer, or an AppError. */
export type ServiceClient = {
  [K in keyof Contract]: (
    input: EndpointInput<Contract[K]>,
    options?: CallOptions,
  ) => Promise<EndpointAnswer<Contract[K]>>;
};

type LooseInput = { params?: unknown; query?: Record<string, unknown> | undefined; body?: unknown };

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
  const { signal, idempotencyKey } = options;
  const { status, body } = await transport({
    method: row.method,
    path: buildPath(row, input.params ?? {}) + buildQuery(row, input.query ?? {}),
    body: row.body === null ? undefined : input.body,
    watch: row.watch && input.query?.['watch_index'] !== undefined,
    ...(signal === undefined ? {} : { signal }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  if (status !== 200) throw failure(status, body);
  return parseAnswer(row.answer, body);
}

function failure(status: number, body: unknown): AppError {
  if (errorBody.safeParse(body).success) return reviveError(body);
  return new AppError('ERROR', `The service answered with status ${status} and no reason.`, { metadata: { status } });
}

function parseAnswer(schema: z.ZodObject, body: unknown) {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  throw new AppError('ERROR', 'The service gave an answer that can not be read.', { cause: parsed.error });
}

/** A parameter that does not fit never leaves: the service would answer the same, and no odd path can be made of it. */
function buildPath(row: Endpoint, params: unknown): string {
  const parsed = row.params.safeParse(params);
  if (!parsed.success) throw new AppError('API_NOT_FOUND', undefined, { cause: parsed.error });
  const values = parsed.data;
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
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
