// The calls of the table, whoever carries them: what is checked before the body, in its order, and then the handler.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { contract } from '../../../src-shared/service/contract.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import { validationAnswer } from '../../../src-shared/service/validation.ts';
import { type Caller, requireKind, requireToken, type TokenCheck } from '../access/callers.ts';
import { type GivenAccess, tokenIdOf } from '../access/given-access.ts';
import { RevocableSignal } from '../access/revocable-signal.ts';
import { requireReach } from '../access/token-reach.ts';
import { hashSecret } from '../access/token-secrets.ts';
import type { Exposure } from '../listening/exposure.ts';
import type { Context, Handlers } from './handlers.ts';
import type { HttpLimits } from './http-limits.ts';
import { parseBody, parseParams, parseQuery } from './parse-request.ts';
import { createCallLimit } from './rate-limit.ts';

/** What an address says, in the forms of its row. */
export type ParsedRequest = { params: unknown; query: unknown };
/** What the checks before the body found out about a request. */
export type Checked = ParsedRequest & { caller: Caller };
export type RowBody = { contentType: string | undefined; raw: unknown };

export type RowCall = {
  readonly row: Endpoint;
  /** Comes first; the same address always says the same. */
  parse(params: unknown, search: string): ParsedRequest;
  /** Comes second: whether the caller may call this, at the place that the address names. */
  identify(authorization: string | undefined, place: ParsedRequest): Caller;
  /** Answers or promises to, without a step of its own between: ten thousand may wait for the same change. */
  run(checked: Checked, body: RowBody, context: Omit<Context, 'caller'>): unknown;
};

export type RowCallOptions = {
  handlers: Handlers;
  checkToken: TokenCheck;
  access: GivenAccess;
  exposure: Exposure;
  limits: HttpLimits;
};

/** A handler with its row's types forgotten; the row's schemas stand for them here. */
type RowHandler = (request: { params: unknown; query: unknown; body: unknown }, context: Context) => unknown;

export function createRowCalls(options: RowCallOptions): RowCall[] {
  const findCaller = createCallerCheck(options);
  return Object.entries(options.handlers).map(([name, handler]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the handlers
    const row: Endpoint = contract[name as keyof Handlers];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row's schemas stand for its types here
    return createRowCall(row, handler as RowHandler, options, findCaller);
  });
}

function createRowCall(row: Endpoint, handler: RowHandler, options: RowCallOptions, findCaller: CallerCheck): RowCall {
  const plain: RowCall['run'] = ({ params, query, caller }, { contentType, raw }, context) =>
    handler({ params, query, body: parseBody(row, contentType, raw) }, { ...context, caller });
  const run = row.watch ? endingWithToken(plain, options.access) : plain;
  return {
    row,
    parse: (params, search) => ({ params: parseParams(row, params), query: parseQuery(row, search) }),
    identify: (authorization, { params }) => {
      const caller = findCaller(row, authorization);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the row's schema, where ids are texts
      requireReach(row, caller, params as Record<string, string>);
      return caller;
    },
    run: row.answer.shape['errors'] === validationAnswer.shape.errors ? answeringLimits(run) : run,
  };
}

/** Who waits with a token that is revoked or expires meanwhile gets nothing that was made after that. */
function endingWithToken(run: RowCall['run'], access: GivenAccess): RowCall['run'] {
  return (checked, body, context) => {
    const token_id = tokenIdOf(checked.caller);
    if (token_id === undefined) return run(checked, body, context);
    const signal = new RevocableSignal(context.signal);
    const stop = access.whenEnded(token_id, (why) => signal.end(why));
    const answering = async () => {
      try {
        const answer = await run(checked, body, { ...context, signal });
        if (signal.ended !== undefined) throw signal.ended;
        return answer;
      } finally {
        stop();
      }
    };
    return answering();
  };
}

/** A validate call answers the limits that its body breaks, where any other call is refused for them. */
function answeringLimits(run: RowCall['run']): RowCall['run'] {
  return async (...request) => {
    try {
      return await run(...request);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'VALIDATION_ERROR') return thrown.metadata;
      throw thrown;
    }
  };
}

type CallerCheck = (row: Endpoint, authorization: string | undefined) => Caller;

function createCallerCheck({ checkToken, exposure, limits }: RowCallOptions): CallerCheck {
  const countToken = createCallLimit(exposure, limits.perToken);
  return (row, authorization) => {
    if (row.access === 'open') return { kind: 'anyone' };
    const token = requireToken(authorization);
    const caller = checkToken(token);
    if (caller === undefined) throw new AppError('API_UNAUTHORIZED', 'token.unknown');
    countToken(() => hashSecret(token).toString('base64'));
    requireKind(caller, row.access);
    return caller;
  };
}
