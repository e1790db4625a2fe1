// Asks the address of one part what came of it: all, or how much of it is kept to go on from.

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { HELD_HEADER } from '../../../../src-shared/service/uploads.ts';
import { claimedBy } from './part-outcome.ts';
import type { SendOrder } from './send-part.ts';

/** The answer to one question. Rejects with what the system says of the line, as a try of a part does. */
export async function askPart(order: Pick<SendOrder, 'url' | 'agents' | 'signal' | 'stallMs'>): Promise<AskedPart> {
  const { url, agents, signal, stallMs } = order;
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  const request = (secure ? https : http).request(address, {
    method: 'HEAD',
    agent: secure ? agents.https : agents.http,
    headers: { 'user-agent': 'slipway' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(stallMs)]),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  request.end();
  const response = await answered;
  response.resume();
  return readAsked(response.statusCode ?? 0, response.headers);
}

/** `in`: it has all of it. `torn`: it keeps so many bytes of it. Anything else says nothing, and the part is sent as ever. */
export type AskedPart =
  | { state: 'in'; sha256: string | undefined }
  | { state: 'torn'; kept: number }
  | { state: 'unknown' };

function readAsked(status: number, headers: http.IncomingHttpHeaders): AskedPart {
  if (status === 200) return { state: 'in', sha256: claimedBy({ headers }).sha256 };
  const text = headers[HELD_HEADER]?.toString() ?? '';
  return status === 404 && /^\d{1,15}$/.test(text) ? { state: 'torn', kept: Number(text) } : { state: 'unknown' };
}
