// The shape of one row of the service's table. Routes, validation, client and OpenAPI document all come from such rows.
import type { z } from 'zod';

/** The methods the service speaks. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Kinds of bearer token. The owner may do everything; cloud is one game, service is one namespace. */
export type TokenKind = 'owner' | 'cloud' | 'service';

/** Who may call: anyone without a token, or the holders of these kinds of token (for what is theirs). */
export type Access = 'open' | readonly TokenKind[];

/** One row of the table. A row without a body takes none; `watch` rows take `watch_index` in their query. */
export type Endpoint = {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  readonly answer: z.ZodObject;
  readonly access: Access;
  readonly watch: boolean;
};

/** Keeps each row's own schema types while checking it against the shape. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}

/** What a caller gives: path parameters, query and body, in the forms before defaults are filled in. */
export type EndpointInput<E extends Endpoint> = {
  params: z.input<E['params']>;
  query?: z.input<E['query']>;
} & (E['body'] extends z.ZodObject ? { body: z.input<E['body']> } : { body?: never });

/** What a handler receives: parsed path parameters, query and body. */
export type EndpointRequest<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : undefined;
};

/** What a handler answers. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']>;
