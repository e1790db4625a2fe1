// Speaks to the service over a bare socket, for what no HTTP client would send.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection that is closed with the test. */
export async function openRaw(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}); // a reset is one of the ways to be refused
  await once(socket, 'connect');
  return socket.setEncoding('latin1');
}

/** All that comes until the other side closes. */
export async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  // Not `once`, which fails with a reset: that is one of the ways to be refused.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** Sends these bytes, closes our side, and answers all that comes until the other side closes. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = await openRaw(port);
  socket.end(text, 'latin1');
  return await readAll(socket);
}

/**
 * Sends a call that waits, in one piece behind one that does not: once that one is answered the service has both. `head` has all
 * lines but the first. What comes for the one that waits is for the caller to read.
 */
export async function openWaiting(port: number, target: string, head = ''): Promise<Socket> {
  const socket = await openRaw(port);
  const own = `Host: 127.0.0.1:${port}\r\n`;
  socket.write(`GET /healthz HTTP/1.1\r\n${own}\r\nGET ${target} HTTP/1.1\r\n${own}${head}\r\n`);
  let first = '';
  while (!first.includes('"ok"')) first += String((await once(socket, 'data'))[0]);
  return socket;
}

/** The statuses of all answers in a text, in order. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
