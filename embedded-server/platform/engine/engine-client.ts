// The HTTP interface of a container engine (Docker's), over its socket or over TLS. Why no client of others: docs/decisions/0108-swarm.md.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readJson } from '../../../src-shared/json-text.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

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

/** Of Docker 20.10, which Debian 12 has. Newer ones speak it as well, up to 28; what comes later says from which version on it answers. */
const VERSION = '1.41';
const WITHIN_MS = 30_000;

export function createEngineClient(place: EnginePlace): EngineClient {
  const name = 'socketPath' in place ? place.socketPath : `${place.host}:${place.port}`;
  let agent: http.Agent | undefined;
  let version = VERSION;
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
        const asked = version;
        const answer = await send(place, agent, { method, path: `/v${asked}${path}`, body });
        if (answer.status !== 400) return answer;
        // It may also have become a newer one since.
        const oldest = oldestOf(await send(place, agent, { method: 'GET', path: '/version', body: undefined }));
        if (oldest === undefined || !isNewer(oldest, asked)) return answer;
        version = oldest;
        return await send(place, agent, { method, path: `/v${oldest}${path}`, body });
      } catch (thrown) {
        throw new AppError(
          'FLEET_FAILED',
          'fleet.engine-away',
          { engine: name, why: whyAway(thrown) },
          { cause: thrown },
        );
      }
    },
    close: () => agent?.destroy(),
  };
}

function oldestOf({ body }: EngineAnswer): string | undefined {
  const oldest = typeof body === 'object' && body !== null && 'MinAPIVersion' in body ? body.MinAPIVersion : undefined;
  return typeof oldest === 'string' && /^\d+\.\d+$/.test(oldest) ? oldest : undefined;
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

type Asked = { method: string; path: string; body: object | undefined };

async function send(place: EnginePlace, agent: http.Agent, { method, path, body }: Asked): Promise<EngineAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers =
    payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
  const where = 'socketPath' in place ? { socketPath: place.socketPath } : { host: place.host, port: place.port };
  const { request } = 'socketPath' in place ? http : https;
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = request({ ...where, agent, method, path, headers, timeout: WITHIN_MS }, resolve);
    sent.on('timeout', () => sent.destroy(new Error('it says nothing')));
    sent.on('error', reject);
    sent.end(payload);
  });
  const answer = await text(response);
  return { status: response.statusCode ?? 0, body: answer === '' ? undefined : readJson(answer).value };
}

const unsigned = messageFor('fleet.engine-unsigned');
const reasons: Readonly<Record<string, Message>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unsigned,
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  CERT_HAS_EXPIRED: messageFor('fleet.engine-expired'),
  ERR_TLS_CERT_ALTNAME_INVALID: messageFor('fleet.engine-other-name'),
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: messageFor('fleet.engine-key-of-other'),
  ERR_OSSL_PEM_NO_START_LINE: messageFor('fleet.engine-files-not-pem'),
  EPROTO: messageFor('fleet.engine-no-tls'),
};

/** What OpenSSL says of certificates is for programmers. */
export function whyAway(thrown: unknown): Message | string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  // It says so by an alert, of which there is one for each thing that it may dislike.
  if (/^ERR_SSL_.*_ALERT_/.test(code)) return messageFor('fleet.engine-refuses-us');
  return reasons[code] ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
