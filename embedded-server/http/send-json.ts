// Sends an answer as JSON, straight to Node's response. What many callers waited for is written as text only once.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Plain ASCII, which most answers are, goes out without being encoded again. */
type Written = { text: string; encoding: 'latin1' | 'utf8'; length: number };

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;
const known = new WeakMap<object, Written>();

/** `isShared`: the same object may answer others as well. */
export function sendJson(reply: FastifyReply, answer: object, isShared: boolean): FastifyReply {
  const { text, encoding, length } = (isShared ? known.get(answer) : undefined) ?? write(answer, isShared);
  const { raw } = reply;
  reply.hijack();
  if (raw.destroyed) return reply; // the caller went away while it waited
  const headers: OutgoingHttpHeaders = { 'content-type': 'application/json; charset=utf-8', 'content-length': length };
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value;
  raw.writeHead(200, headers);
  raw.end(text, encoding);
  return reply;
}

function write(answer: object, isShared: boolean): Written {
  const text = JSON.stringify(answer);
  const isAscii = ASCII.test(text);
  const written: Written = {
    text,
    encoding: isAscii ? 'latin1' : 'utf8',
    length: isAscii ? text.length : Buffer.byteLength(text),
  };
  if (isShared) known.set(answer, written);
  return written;
}
