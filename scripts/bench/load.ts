// Sends requests to loopback over a few kept connections.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Call = { url: string; method?: string; token?: string; body?: unknown };
export type Sender = { send(call: Call): Promise<string>; end(): void };

/** Throws when an answer is not 200, so that only good answers are measured. */
export function createSender(connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { send: (call) => sendOne(agent, call), end: () => agent.destroy() };
}

function sendOne(agent: Agent, { url, method = 'GET', token, body }: Call): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const raw = body === undefined ? undefined : JSON.stringify(body);
  const headers: IncomingHttpHeaders = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(raw === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(raw)}` }),
  };
  const sentRequest = request(url, { method, agent, headers });
  sentRequest.once('error', reject).once('response', (response) => {
    const finish = (whole: string) => {
      if (response.statusCode === 200) resolve(whole);
      else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${whole.slice(0, 200)}`));
    };
    text(response).then(finish).catch(reject);
  });
  sentRequest.end(raw);
  return promise;
}
