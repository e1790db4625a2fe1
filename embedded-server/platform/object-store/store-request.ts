// One signed request to an object store over plain node:http. A line that says nothing is cut; what passes by itself is asked again.
import { createReadStream } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { bareHost } from '../../../src-shared/host-address.ts';
import { encode, queryText, type StoreKeys, signHeaders } from './signature.ts';
import { isKeyRefusal, isPassing, lineError, type Refusal, refusalError } from './store-failure.ts';

/** Where builds are kept, as people say it, and how the keys for it are read. */
export type StorePlace = {
  endpoint: string;
  region: string;
  bucket: string;
  /** Without a slash at its ends; empty for the whole bucket. */
  prefix: string;
  keys: StoreKeys;
  /** Asked when the store refuses them, as they may have been exchanged. */
  readKeys?: () => Promise<StoreKeys>;
};

/** A stretch of a file, sent as it is read. `sha256` of its bytes, in hex, by which the store checks them. */
export type FilePiece = { file: string; from: number; length: number; sha256: string };

export type StoreRequest = {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: string | FilePiece;
  /** The answer's head comes within this, and no silence after it is longer. */
  withinMs?: number;
  /** What is answered is read by whoever asked, and may be long. */
  isStream?: true;
  signal?: AbortSignal | undefined;
};
export type StoreAnswer =
  | { kind: 'ok'; response: IncomingMessage; text: string }
  | { kind: 'refused'; refusal: Refusal; error: AppError };

const WITHIN_MS = 20_000;
/** A line that carries less than this is as good as none. */
const SLOWEST_BYTES_PER_MS = 20;
const AGAIN_AFTER_MS = [200, 800, 2_000];
/** Of an answer that is no object more is not read. A list of parts is far smaller. */
const MOST_TEXT = 16 * 1_048_576;

type Line = { place: StorePlace; agent: http.Agent; keys: StoreKeys; closing: AbortController };
export type StoreSender = {
  send(request: StoreRequest): Promise<StoreAnswer>;
  keys(): StoreKeys;
  /** Ends what is under way. */
  close(): void;
};

/** `name` is how people call the store. */
export function createStoreSender(place: StorePlace, name: string): StoreSender {
  const agent = new (isSecure(place) ? https : http).Agent({ keepAlive: true, maxSockets: 16 });
  const line: Line = { place, agent, keys: place.keys, closing: new AbortController() };
  const { signal: closing } = line.closing;
  const attempt = async (request: StoreRequest): Promise<StoreAnswer> => {
    const response = await ask(line, request);
    const status = response.statusCode ?? 0;
    const isTaken = status >= 200 && status < 300;
    if (isTaken && request.isStream === true) return { kind: 'ok', response, text: '' };
    const text = await textOf(response, request);
    if (isTaken) return { kind: 'ok', response, text };
    const refusal = { status, code: /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? '' };
    return { kind: 'refused', refusal, error: refusalError(name, refusal) };
  };
  /** `asked`: the keys that were refused. Another request may have read new ones since. */
  const isWorthAgain = async ({ refusal }: Extract<StoreAnswer, { kind: 'refused' }>, asked: StoreKeys) => {
    if (!isKeyRefusal(refusal) || place.readKeys === undefined) return isPassing(refusal);
    if (line.keys === asked) line.keys = await place.readKeys();
    return line.keys.id !== asked.id || line.keys.secret !== asked.secret;
  };
  return {
    keys: () => line.keys,
    send: async (request) => {
      const signal = request.signal === undefined ? closing : AbortSignal.any([closing, request.signal]);
      for (let tries = 0; ; tries += 1) {
        const wait = AGAIN_AFTER_MS[tries];
        const asked = line.keys;
        try {
          const answer = await attempt({ ...request, signal });
          if (answer.kind === 'ok' || wait === undefined || !(await isWorthAgain(answer, asked))) return answer;
        } catch (thrown) {
          signal.throwIfAborted();
          const error = lineError(name, thrown);
          if (wait === undefined || error.reason === 'objects.silent') throw error;
        }
        await sleep(wait, undefined, { signal });
      }
    },
    close: () => {
      line.closing.abort(new Error('Slipway ends'));
      agent.destroy();
    },
  };
}

function isSecure({ endpoint }: StorePlace): boolean {
  return new URL(endpoint).protocol === 'https:';
}

/** The head of the answer. */
async function ask(line: Line, asked: StoreRequest): Promise<IncomingMessage> {
  const { body = '', withinMs = WITHIN_MS + lengthOf(body) / SLOWEST_BYTES_PER_MS, signal } = asked;
  signal?.throwIfAborted();
  const request = (isSecure(line.place) ? https : http).request(optionsOf(line, asked, body));
  request.on('error', () => undefined); // also after its answer
  const silence = setTimeout(() => request.destroy(new DOMException('No answer', 'TimeoutError')), withinMs);
  const stop = () => request.destroy(new Error('Given up'));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    if (typeof body === 'string') request.end(body);
    else sendPiece(request, body);
    return await answered;
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
  }
}

function sendPiece(request: http.ClientRequest, { file, from, length }: FilePiece): void {
  if (length === 0) request.end();
  else {
    const source = createReadStream(file, { start: from, end: from + length - 1 });
    // What breaks the request is told by it; what breaks the file breaks the request.
    pipeline(source, request, () => undefined);
  }
}

function lengthOf(body: string | FilePiece): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

function optionsOf({ place, agent, keys }: Line, asked: StoreRequest, body: string | FilePiece): http.RequestOptions {
  const { method, key, query = {}, headers = {} } = asked;
  const { host, hostname, port } = new URL(place.endpoint);
  const path = pathOf(place, key);
  const request = { method, host, path, query, headers: withLength(headers, asked) };
  const text = queryText(query);
  return {
    hostname: bareHost(hostname),
    port,
    method,
    path: text === '' ? path : `${path}?${text}`,
    headers: signHeaders(request, typeof body === 'string' ? body : { sha256: body.sha256 }, {
      region: place.region,
      keys,
      at: Date.now(),
    }),
    // Some stores send a body after the head of such an answer, and the next one would begin with it.
    agent: method === 'HEAD' ? false : agent,
  };
}

/** The path of an object, or of the bucket, encoded. */
export function pathOf({ endpoint, bucket }: StorePlace, key: string): string {
  const base = new URL(endpoint).pathname.replace(/\/+$/, '');
  const rest = key === '' ? '' : `/${key.split('/').map(encode).join('/')}`;
  return `${base}/${encodeURIComponent(bucket)}${rest}`;
}

async function textOf(response: IncomingMessage, { withinMs = WITHIN_MS, signal }: StoreRequest): Promise<string> {
  const silence = setTimeout(() => response.destroy(new DOMException('Nothing came', 'TimeoutError')), withinMs);
  const stop = () => response.destroy(new Error('Given up'));
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      silence.refresh();
      bytes += chunk.length;
      if (bytes > MOST_TEXT) throw new Error('The answer of the object store is too long');
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Also of nothing, where something could be sent: not every store takes that without a length. */
function withLength(headers: Readonly<Record<string, string>>, { body, method }: StoreRequest): Record<string, string> {
  if (body === undefined || (body === '' && method !== 'PUT')) return { ...headers };
  return { ...headers, 'content-length': String(lengthOf(body)) };
}
