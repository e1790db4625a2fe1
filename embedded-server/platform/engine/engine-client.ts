// The HTTP interface of a container engine (Docker's), over its socket or over TLS. Why no client of others: docs/decisions/0108-swarm.md.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readJson } from '../../../src-shared/json-text.ts';

export type EnginePlace =
  | { socketPath: string }
  /** Who may use an engine from elsewhere has a certificate that it knows. */
  | { host: string; port: number; tls: { caFile: string; certFile: string; keyFile: string } };

export type EngineAnswer = { status: number; body: unknown };
export type EngineClient = {
  /** How people call it. */
  readonly name: string;
  /** Answers whatever it says; throws where it cannot be reached. */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<EngineAnswer>;
  close(): void;
};

/** Of Docker 20.10, which Debian 12 has; newer ones speak it as well. */
const VERSION = '/v1.41';
const WITHIN_MS = 30_000;

export function createEngineClient(place: EnginePlace): EngineClient {
  const name = 'socketPath' in place ? place.socketPath : `${place.host}:${place.port}`;
  let agent: http.Agent | undefined;
  const openAgent = async (): Promise<http.Agent> => {
    if ('socketPath' in place) return new http.Agent({ keepAlive: true, maxSockets: 8 });
    const { caFile, certFile, keyFile } = place.tls;
    const [ca, cert, key] = await Promise.all([caFile, certFile, keyFile].map((file) => readFile(file)));
    return new https.Agent({ keepAlive: true, maxSockets: 8, ca, cert, key });
  };
  return {
    name,
    ask: async (method, path, body) => {
      try {
        agent ??= await openAgent();
        return await send(place, agent, { method, path, body });
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        throw new AppError('FLEET_FAILED', 'fleet.engine-away', { engine: name, why }, { cause: thrown });
      }
    },
    close: () => agent?.destroy(),
  };
}

type Asked = { method: string; path: string; body: object | undefined };

async function send(place: EnginePlace, agent: http.Agent, { method, path, body }: Asked): Promise<EngineAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers =
    payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
  const where = 'socketPath' in place ? { socketPath: place.socketPath } : { host: place.host, port: place.port };
  const { request } = 'socketPath' in place ? http : https;
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = request({ ...where, agent, method, path: VERSION + path, headers, timeout: WITHIN_MS }, resolve);
    sent.on('timeout', () => sent.destroy(new Error('it says nothing')));
    sent.on('error', reject);
    sent.end(payload);
  });
  const answer = await text(response);
  return { status: response.statusCode ?? 0, body: answer === '' ? undefined : readJson(answer).value };
}
