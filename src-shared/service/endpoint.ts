// The shape of one row of the service's table. Routes, validation, client and OpenAPI document all come from such rows.
import type { z } from 'zod';
import type { Needs } from './token-rights.ts';

/** The methods the service speaks. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Kinds of bearer token. The owner may do everything; cloud is one game, service is one namespace. */
export type TokenKind = 'owner' | 'cloud' | 'service';

/** Who may call: anyone without a token, or the holders of these kinds of token (for what is theirs). */
export type Access = 'open' | readonly TokenKind[];

/** The feature a row belongs to; the OpenAPI document groups by it. */
export type Feature =
  | 'games'
  | 'namespaces'
  | 'versions'
  | 'regions'
  | 'nodes'
  | 'builds'
  | 'servers'
  | 'uploads'
  | 'groups'
  | 'devices'
  | 'tokens'
  | 'service';

/** One row of the table. A row without a body takes none; `watch` rows take `watch_index` in their query. */
export type Endpoint = {
  readonly name: string;
  readonly feature: Feature;
  readonly summary: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  readonly answer: z.ZodObject;
  readonly access: Access;
  /** What a token with limits has to be allowed, beside being of a kind that may call. */
  readonly needs: Needs;
  readonly watch: boolean;
  /** Repeating the call with the same `Idempotency-Key` header comes back with the same thing. */
  readonly idempotencyKey?: true;
};

/** Keeps each row's own schema types while checking it against the shape. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}

/** The keys of a query that a caller must give. */
type NeededKeys<Q extends z.ZodObject> = {
  [K in keyof Q['shape']]: undefined extends z.input<Q['shape'][K]> ? never : K;
}[keyof Q['shape']];

/** A query as a caller of the typed client writes it: numbers, booleans and objects as such, not as the texts they travel as. */
export type QueryInput<Q extends z.ZodObject> = {
  [K in NeededKeys<Q>]: z.output<Q['shape'][K]>;
} & { [K in Exclude<keyof Q['shape'], NeededKeys<Q>>]?: z.output<Q['shape'][K]> | undefined };

/** What a caller gives: path parameters, query and body, each only where the row has one. */
export type EndpointInput<E extends Endpoint> = ([keyof E['params']['shape']] extends [never]
  ? { params?: Record<string, never> }
  : { params: z.input<E['params']> }) &
  ([NeededKeys<E['query']>] extends [never] ? { query?: QueryInput<E['query']> } : { query: QueryInput<E['query']> }) &
  (E['body'] extends z.ZodObject ? { body: z.input<E['body']> } : { body?: never });

/** What a handler receives: parsed path parameters, query and body. */
export type EndpointRequest<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : undefined;
};

/** What a handler answers. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']>;
