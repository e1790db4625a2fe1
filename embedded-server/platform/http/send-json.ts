// Sends an answer as JSON, straight to Node's response.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { writeJson } from '../front/json-text.ts';

/** `isShared`: the same object may answer others as well. */
export function sendJson(reply: FastifyReply, answer: object, isShared: boolean): FastifyReply {
  const { text, encoding, length } = writeJson(answer, isShared);
  const { raw } = reply;
  reply.hijack();
  if (raw.destroyed) return reply; // the caller went away while it waited
  const headers: OutgoingHttpHeaders = { 'content-type': 'application/json; charset=utf-8', 'content-length': length };
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value;
  raw.writeHead(200, headers);
  raw.end(text, encoding);
  return reply;
}
