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

/** The statuses of all answers in a text, in order. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
