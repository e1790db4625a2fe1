// What a handler is: a parsed request in, an answer of its row's schema out. It knows nothing of HTTP.
import type { Contract } from '../../../src-shared/service/contract.ts';
import type { Endpoint, EndpointAnswer, EndpointRequest } from '../../../src-shared/service/endpoint.ts';
import type { Caller } from '../access/callers.ts';
import type { GoneSignal } from '../watch/waiters.ts';

/** Where a call that changes something came from: an address, and the name that the program gives itself. */
export type Origin = { address?: string; program?: string };

/** Who calls, a signal that fires when they go away, the key that makes a call repeatable, and where a change came from. */
export type Context = {
  caller: Caller;
  signal: GoneSignal;
  idempotencyKey?: string | undefined;
  origin?: Origin | undefined;
};

export type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  context: Context,
) => EndpointAnswer<E> | Promise<EndpointAnswer<E>>;

/** One handler for each row that is served. A row without one does not compile. */
export type Handlers = { [K in keyof Contract]: Handler<Contract[K]> };

/** The handlers of some rows, as a feature supplies them. */
export type SomeHandlers<K extends keyof Contract> = { [N in K]: Handler<Contract[N]> };
