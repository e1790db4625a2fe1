// Has a bundle take Node's HTTP module without the exports that nobody here uses. An import makes a copy of every export at once, also of
// WebSocket and its events, for which Node then loads and compiles all of its undici: 30 to 50 ms of each process and thread.
import type { Plugin } from 'vite';

const LEAN = '\0lean-http';

const code = `const http = process.getBuiltinModule('node:http');
export default http;
export const {
  Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse,
  createServer, get, globalAgent, maxHeaderSize, request, validateHeaderName, validateHeaderValue,
} = http;
`;

/** CommonJS takes the module itself, with no copy. */
export function leanHttp(): Plugin {
  return {
    name: 'lean-http',
    enforce: 'pre',
    resolveId: (source, _importer, { kind }) =>
      (source === 'node:http' || source === 'http') && kind !== 'require-call' ? LEAN : undefined,
    load: (id) => (id === LEAN ? code : undefined),
  };
}
