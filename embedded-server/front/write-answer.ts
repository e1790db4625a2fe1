// Writes an answer as HTTP/1.1 wants it, head and body in one piece.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { WrittenJson } from '../http/written-json.ts';

export type FrontAnswer = { status: number; headers: Readonly<Record<string, string | number>>; body: WrittenJson };

/** How long a connection is kept between two requests, as the answer says. */
export const KEPT_SECONDS = 5;
const AFTERWARDS = { kept: `keep-alive\r\nKeep-Alive: timeout=${KEPT_SECONDS}`, last: 'close' };

export function writeAnswer(socket: Socket, { status, headers, body }: FrontAnswer, rayId: string, isLast: boolean) {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nrvt-ray-id: ${rayId}\r\ncache-control: no-store\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += `Date: ${date()}\r\nConnection: ${isLast ? AFTERWARDS.last : AFTERWARDS.kept}\r\n\r\n`;
  socket.write(head + body.text, body.encoding);
}

let second = 0;
let text = '';

function date(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
