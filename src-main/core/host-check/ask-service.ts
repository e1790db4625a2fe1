// Asks an address whether a service of Slipway answers there: its version, and what its clock says.
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { bareHost } from '../../../src-shared/host-address.ts';

export type Answered = { isSlipway: boolean; version: string; date: number | undefined };

/** Another address than the name leads to, and then with any certificate: that one is checked by itself. */
export type Directly = { host: string; port: number };

const LONGEST_MS = 5_000;
const MOST_BYTES = 10_000;
const health = z.object({ name: z.literal('slipway'), version: z.string() });

/** Throws what the network says. */
export async function askService(address: string, directly?: Directly): Promise<Answered> {
  const url = new URL('/healthz', address);
  const isTls = url.protocol === 'https:';
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options: https.RequestOptions = {
      host: directly?.host ?? bareHost(url.hostname),
      port: directly?.port ?? (url.port || (isTls ? 443 : 80)),
      path: url.pathname,
      headers: { host: url.host },
      agent: false,
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(isTls ? { servername: url.hostname, rejectUnauthorized: directly === undefined } : {}),
    };
    (isTls ? https : http).request(options, resolve).once('error', reject).end();
  });
  const date = Date.parse(response.headers.date ?? '');
  const length = Number(response.headers['content-length'] ?? 0);
  const body = length > MOST_BYTES ? '' : await text(response);
  response.destroy();
  const said = health.safeParse(parse(body));
  const told = said.success ? { isSlipway: true, version: said.data.version } : { isSlipway: false, version: '' };
  return { ...told, date: Number.isNaN(date) ? undefined : date };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
