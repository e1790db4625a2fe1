// Signs requests to an S3-compatible store (AWS Signature Version 4), in their headers or in their address.
import { createHash, createHmac } from 'node:crypto';

/** What a store knows us by. `session` comes with keys that are lent for a while. */
export type StoreKeys = { id: string; secret: string; session?: string | undefined };
export type Signing = { region: string; keys: StoreKeys; at: number };
export type RequestToSign = {
  method: string;
  host: string;
  /** Encoded already. */
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** The headers to send, with the signature among them. */
export function signHeaders(
  request: RequestToSign,
  body: string | { sha256: string },
  signing: Signing,
): Record<string, string> {
  const { date, scope } = momentOf(signing);
  const bodyHash = typeof body === 'string' ? sha256(body) : body.sha256;
  const { session } = signing.keys;
  const headers = {
    ...request.headers,
    host: request.host,
    'x-amz-date': date,
    'x-amz-content-sha256': bodyHash,
    ...(session === undefined ? {} : { 'x-amz-security-token': session }),
  };
  const { signature, names } = sign({ ...request, headers }, bodyHash, signing);
  const authorization = `${ALGORITHM} Credential=${signing.keys.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

/** The query of an address that is good for so many seconds. The headers have to be sent as they are signed. */
export function presignQuery(request: RequestToSign, seconds: number, signing: Signing): string {
  const { date, scope } = momentOf(signing);
  const headers: Record<string, string> = { ...request.headers, host: request.host };
  const { session } = signing.keys;
  const query = {
    ...request.query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${signing.keys.id}/${scope}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': Object.keys(headers).toSorted().join(';'),
    ...(session === undefined ? {} : { 'X-Amz-Security-Token': session }),
  };
  const { signature } = sign({ ...request, query, headers }, UNSIGNED, signing);
  return `${queryText(query)}&X-Amz-Signature=${signature}`;
}

export function queryText(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => [encode(name), encode(value)] as const);
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** As RFC 3986 has it, which leaves fewer characters alone than JavaScript does. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sign({ method, path, query, headers }: RequestToSign, bodyHash: string, signing: Signing) {
  const { date, scope, day } = momentOf(signing);
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  const canonical = [method, path, queryText(query), lines, names.join(';'), bodyHash].join('\n');
  const text = [ALGORITHM, date, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', keyOf(signing, day)).update(text).digest('hex');
  return { signature, names: names.join(';') };
}

function momentOf({ at, region }: Signing) {
  const date = new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = date.slice(0, 8);
  return { date, day, scope: `${day}/${region}/s3/aws4_request` };
}

/** It changes with the day; many addresses are signed in one go. */
let lastKey: { from: string; key: Buffer } | undefined;

function keyOf({ region, keys: { secret } }: Signing, day: string): Buffer {
  const from = `${secret}/${day}/${region}`;
  if (lastKey?.from !== from) {
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secret}`));
    lastKey = { from, key };
  }
  return lastKey.key;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
