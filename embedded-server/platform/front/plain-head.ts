// Reads the head of a request that is as plain as can be. Whatever is the least bit odd is nobody's guess here: it is left
// to node:http, which knows all of HTTP and refuses what is none of it.
import { createRevisionCache } from '../watch/revision-cache.ts';
import type { Pace } from './pace.ts';
import type { PartBody } from './part-body.ts';

export type PlainHead = {
  method: 'GET' | 'PUT';
  target: string;
  headers: Record<string, string>;
  /** All of it, without the empty line at its end. */
  text: string;
  /** How many bytes the head takes, and the body behind it. */
  length: number;
  bodyLength: number;
  isLast: boolean;
};

const LONGEST = 16_384;
/** Callers say the same again and again. */
const LONGEST_KNOWN = 1_024;
const known = createRevisionCache<PlainHead | undefined>();
const END = Buffer.from('\r\n\r\n');
const FIRST_LINE = /^(GET|PUT) (\/[!-~]*) HTTP\/1\.1$/;
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
// oxlint-disable-next-line no-control-regex -- a tab is the one control character that a value may hold
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const AROUND = /^[\t ]+|[\t ]+$/g;
const LENGTH = /^\d{1,15}$/;
const CONNECTION = /^(close|keep-alive)$/i;
const EXPECTATION = /^100-continue$/i;
/** What changes how a request is to be read or answered, beyond what is known here. */
const NOT_PLAIN = ['transfer-encoding', 'upgrade', 'trailer', 'te', 'origin', 'proxy-connection', 'http2-settings'];

/** The head at the start of so many bytes; undefined when it isn't whole or not plain. */
export function readPlainHead(bytes: Buffer, count = bytes.length): PlainHead | undefined {
  const end = bytes.indexOf(END);
  if (end === -1 || end > LONGEST || end + END.length > count) return undefined;
  const text = bytes.toString('latin1', 0, end);
  return text.length > LONGEST_KNOWN ? parse(text) : known.at(text, 0, () => parse(text));
}

/** The bytes that a head was read from. */
export function bytesOfHead({ text }: Pick<PlainHead, 'text'>): Buffer {
  return Buffer.concat([Buffer.from(text, 'latin1'), END]);
}

function parse(text: string): PlainHead | undefined {
  const [line = '', ...fields] = text.split('\r\n');
  const [, method, target] = FIRST_LINE.exec(line) ?? [];
  if (target === undefined) return undefined;
  const headers = readFields(fields);
  if (headers === undefined || !isPlain(headers)) return undefined;
  return {
    method: method === 'PUT' ? 'PUT' : 'GET',
    target,
    headers,
    text,
    length: text.length + END.length,
    ...rest(headers),
  };
}

function rest({ 'content-length': length = '0', connection = '' }: Record<string, string>) {
  return { bodyLength: Number(length), isLast: connection.toLowerCase() === 'close' };
}

function isPlain(headers: Record<string, string>): boolean {
  if (NOT_PLAIN.some((name) => headers[name] !== undefined)) return false;
  return (
    LENGTH.test(headers['content-length'] ?? '0') &&
    CONNECTION.test(headers['connection'] ?? 'close') &&
    EXPECTATION.test(headers['expect'] ?? '100-continue')
  );
}

/** By lower-case name; undefined when one of them is given twice or cannot be read. */
function readFields(fields: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null);
  for (const field of fields) {
    const colon = field.indexOf(':');
    const name = field.slice(0, Math.max(0, colon)).toLowerCase();
    const value = field.slice(colon + 1);
    if (!NAME.test(name) || !VALUE.test(value) || headers[name] !== undefined) return undefined;
    headers[name] = value.replaceAll(AROUND, '');
  }
  return headers;
}

/** A request that is about to be answered: of its head only what is needed later, as many may wait. */
export type UnderWay = {
  head: Pick<PlainHead, 'method' | 'target' | 'isLast' | 'text'> & { isExpecting: boolean };
  /** What came along with the head, but for a read, which is nothing else. */
  bytes: Buffer | undefined;
  body?: PartBody;
  pace?: Pace;
  ray_id: string;
  startedAt: number;
};

/** All that came of it, as long as nothing was done with it. */
export function bytesOf({ bytes, head }: UnderWay): Buffer {
  return bytes ?? bytesOfHead(head);
}
