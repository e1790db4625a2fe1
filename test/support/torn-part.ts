// Sends a part as a line does that breaks: so many bytes of it, and then nothing more.
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from './until.ts';
import { digestHeader, put } from './upload.ts';

export type Torn = {
  url: string;
  /** The whole part. */
  part: Uint8Array;
  from?: number;
  to: number;
  headers?: string;
};

/** How much of the part is kept, as its address says. */
export async function heldOf(url: string): Promise<number | 'in'> {
  const { status, headers } = await put(url, new Uint8Array(0), { method: 'HEAD' });
  return status === 200 ? 'in' : Number(headers.get('upload-offset'));
}

/** A connection with the part begun on it. */
export async function beginPart({ url, part, from = 0, to, headers = '' }: Torn) {
  const { pathname, search, host, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  const digest = from === 0 ? '' : `Repr-Digest: ${digestHeader(part)}\r\n`;
  const range = `Content-Range: bytes ${from}-${part.length - 1}/${part.length}\r\n${digest}`;
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${part.length - from}\r\n${range}${headers}\r\n`,
  );
  await new Promise((resolve) => socket.write(part.subarray(from, to), resolve));
  return socket;
}

/** Begins the part, breaks its line, and resolves once the service has what came before that. */
export async function tear(torn: Torn): Promise<void> {
  const socket = await beginPart(torn);
  socket.end();
  if (!socket.closed) await once(socket, 'close');
  await until(async () => (await heldOf(torn.url)) === torn.to);
}
