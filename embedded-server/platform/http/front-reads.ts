// The reads of the table, where they come as plain as can be: answered without node:http, for one request at a time on a
// connection. What is refused is left to node:http to say.
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import { asksForReasons } from '../front/answered-message.ts';
import type { FrontRoute } from '../front/front-connection.ts';
import type { PlainHead } from '../front/plain-head.ts';
import { writeJson } from '../front/write-json.ts';
import { addressPattern } from './router-path.ts';
import type { ParsedRequest, RowCall } from './row-calls.ts';

const NO_HEADERS = {};
const NO_BODY = { contentType: undefined, raw: undefined };

type Read = { call: RowCall; pattern: RegExp; names: readonly string[] };

/** What a head asks for, as far as the same head always asks for it. */
type Known = { call: RowCall; query: ParsedRequest };

export function createReads(calls: readonly RowCall[]): FrontRoute {
  const reads = calls.filter(({ row }) => row.method === 'GET').map(readOf);
  const known = new WeakMap<PlainHead, Known>();
  const look = (head: PlainHead): Known | undefined => {
    const found = known.get(head) ?? lookUp(reads, head);
    if (found !== undefined) known.set(head, found);
    return found;
  };
  return {
    find: (head) => {
      if (head.method !== 'GET' || head.bodyLength > 0) return undefined;
      const found = look(head);
      if (found === undefined) return undefined;
      return async ({ gone }) => {
        const { call, query } = found;
        const tellsReasons = asksForReasons(head.headers['prefer']);
        const checked = { ...query, caller: call.identify(head.headers['authorization'], query) };
        const answer = await call.run(checked, NO_BODY, { signal: gone });
        if (typeof answer !== 'object' || answer === null) throw new Error('A read answers with an object');
        return {
          status: 200,
          headers: NO_HEADERS,
          body: writeJson(answer, { isShared: call.row.watch, tellsReasons }),
        };
      };
    },
  };
}

function lookUp(reads: readonly Read[], { target }: PlainHead): Known | undefined {
  const [path = '', search = ''] = target.split('?', 2);
  for (const { call, pattern, names } of reads) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const params = Object.fromEntries(names.map((name, index) => [name, found[index + 1]]));
    try {
      return { call, query: call.parse(params, search) };
    } catch {
      return undefined; // node:http says what does not fit
    }
  }
  return undefined;
}

/** Ids that are none, and all else that only resembles a row's path, are for node:http. */
function readOf(call: RowCall): Read {
  const { path }: Endpoint = call.row;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { call, names, pattern: addressPattern(path) };
}
