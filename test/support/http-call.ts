// Sends a request over a connection that is kept: `fetch` with a connection for each cost several times as much, and most of what
// tests ask is whether something is there yet.
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

type Request = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal | undefined;
};

const http = { begin: requestHttp, agent: new HttpAgent({ keepAlive: true }) };
const https = { begin: requestHttps, agent: new HttpsAgent({ keepAlive: true }) };

export async function httpCall(
  url: string,
  request: Request,
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await send(url, request);
  const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: response.statusCode ?? 0, headers: new Headers(pairs), text: await text(response) };
}

function send(url: string, request: Request): Promise<IncomingMessage> {
  const { method, body, signal } = request;
  // Node says nothing of the length of what a DELETE brings.
  const length = body === undefined ? undefined : Buffer.byteLength(body);
  const headers = { ...request.headers, ...(length !== undefined && { 'content-length': String(length) }) };
  const { begin, agent } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const sent = begin(url, { method, headers, agent, ...(signal && { signal }) }, resolve);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted === true) reject(signal.reason);
      // The service had closed the connection already.
      else if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, request));
      else reject(error);
    });
    sent.end(body);
  });
}
