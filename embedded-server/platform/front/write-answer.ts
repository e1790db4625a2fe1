// Writes an answer as HTTP/1.1 wants it, head and body in one piece.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { WrittenJson } from './write-json.ts';

export type FrontAnswer = { status: number; headers: Readonly<Record<string, string | number>>; body: WrittenJson };

/** How long a connection is kept between two requests, as the answer says. */
export const KEPT_SECONDS = 5;
const AFTERWARDS = { kept: `keep-alive\r\nKeep-Alive: timeout=${KEPT_SECONDS}`, last: 'close' };

export function writeAnswer(socket: Socket, answer: FrontAnswer, ray_id: string, isLast: boolean) {
  const bytes = bytesOf(answer, ray_id, isLast);
  socket.write(bytes);
  // What the system did not take at once is still read from there.
  if (socket.writableLength > 0) last = undefined;
}

/** The bytes that were written last, and where in them the request's id is. */
type Written = { answer: FrontAnswer; date: string; isLast: boolean; bytes: Buffer; idAt: number };

let last: Written | undefined;

/** Of many who waited for the same all get the same but for the id, which is as long for each: nothing is built again. */
function bytesOf(answer: FrontAnswer, ray_id: string, isLast: boolean): Buffer {
  const now = date();
  if (last !== undefined && isSame(last.answer, answer) && last.date === now && last.isLast === isLast) {
    last.bytes.write(ray_id, last.idAt, 'latin1');
    return last.bytes;
  }
  const { before, after } = write(answer, now, isLast);
  const bytes = Buffer.from(before + ray_id + after, answer.body.encoding);
  last = { answer, date: now, isLast, bytes, idAt: before.length };
  return bytes;
}

function isSame(one: FrontAnswer, other: FrontAnswer): boolean {
  return one.body === other.body && one.headers === other.headers && one.status === other.status;
}

/** What is before the request's id, and all behind it. */
function write({ status, headers, body }: FrontAnswer, now: string, isLast: boolean) {
  const before = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nrvt-ray-id: `;
  const after = [
    `\r\ncache-control: no-store\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`),
    `Date: ${now}\r\nConnection: ${isLast ? AFTERWARDS.last : AFTERWARDS.kept}\r\n\r\n`,
    body.text,
  ].join('');
  return { before, after };
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
