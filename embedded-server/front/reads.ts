// The reads of the table, where they come as plain as can be: answered without node:http, for one request at a time on a
// connection. What is refused is left to node:http to say.
import type { Endpoint } from '../../src-shared/service/endpoint.ts';
import type { RowCall } from '../http/row-calls.ts';
import { writeJson } from '../http/written-json.ts';
import type { FrontRoute } from './lane.ts';

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const NO_BODY = { contentType: undefined, raw: undefined };

type Read = { call: RowCall; pattern: RegExp; names: readonly string[] };

export function createReads(calls: readonly RowCall[]): FrontRoute {
  const reads = calls.filter(({ row }) => row.method === 'GET').map(readOf);
  return {
    find: ({ method, target, bodyLength, headers }) => {
      if (method !== 'GET' || bodyLength > 0) return undefined;
      const at = target.indexOf('?');
      const path = at === -1 ? target : target.slice(0, at);
      const search = at === -1 ? '' : target.slice(at + 1);
      for (const { call, pattern, names } of reads) {
        const found = pattern.exec(path);
        if (found === null) continue;
        const params = Object.fromEntries(names.map((name, index) => [name, found[index + 1]]));
        const { authorization } = headers;
        return async ({ gone }) => {
          const checked = call.check({ params, search, authorization });
          const answer = await call.run(checked, NO_BODY, { signal: gone });
          if (typeof answer !== 'object' || answer === null) throw new Error('A read answers with an object');
          return { status: 200, headers: {}, body: writeJson(answer, call.row.watch) };
        };
      }
      return undefined;
    },
  };
}

/** Ids that are none, and all else that only resembles a row's path, are for node:http. */
function readOf(call: RowCall): Read {
  const { path }: Endpoint = call.row;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, ID);
  return { call, names, pattern: new RegExp(`^${pattern}$`) };
}
