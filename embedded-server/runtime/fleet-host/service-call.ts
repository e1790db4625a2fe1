// Calls of a host to its service beside their one connection: for bytes, which would hold up all else there.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates, type SecureContextOptions } from 'node:tls';
import { HOSTS } from '../fleet/host-protocol.ts';

export type ServicePlace = {
  serviceUrl: string;
  token: string;
  /** Certificates that it is known by beside those of public authorities (PEM). */
  ca?: string | undefined;
};
export type ServiceCall = {
  method: 'GET' | 'PUT';
  /** Below the address for hosts. */
  path: string;
  body?: Readable | undefined;
  signal?: AbortSignal | undefined;
};

export const AGAIN_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const SILENCE_MS = 30_000;
const MOST_REDIRECTS = 3;

/** What the service answered, or the store that it sent us on to, and will answer again. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly isFromStore: boolean;

  constructor(host: string, status: number, isFromStore: boolean) {
    super(`${host} answered ${status}`);
    this.status = status;
    this.isFromStore = isFromStore;
  }
}

type Trying = {
  isFinal(thrown: unknown): boolean;
  /** It waits before it asks again, for this. */
  onWait?: ((thrown: unknown) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** The service or its store may be away for a minute. Throws what came last, or at once what asking again does not change. */
export async function tryAgain<T>(work: () => Promise<T>, { isFinal, onWait, signal }: Trying): Promise<T> {
  for (const wait of AGAIN_MS) {
    try {
      return await work();
    } catch (thrown) {
      signal?.throwIfAborted();
      if (isFinal(thrown)) throw thrown;
      onWait?.(thrown);
      await sleep(wait, undefined, signal === undefined ? {} : { signal });
    }
  }
  return await work();
}

/** A certificate that signed itself, or one of an authority of which nobody has more, is taken as it is. */
export function trusting({ ca }: ServicePlace): SecureContextOptions {
  return ca === undefined ? {} : { ca: [...rootCertificates, ca], allowPartialTrustChain: true };
}

/** Answers what follows a 200; throws RefusedCall for what is not. */
export async function callService(place: ServicePlace, call: ServiceCall): Promise<IncomingMessage> {
  return await send(new URL(HOSTS + call.path, place.serviceUrl), place, call, 0);
}

/** The token is for the service alone: where that sends us on to its store, the address says all. */
async function send(url: URL, place: ServicePlace, call: ServiceCall, redirects: number): Promise<IncomingMessage> {
  const { method, body, signal } = call;
  const headers = redirects === 0 ? { authorization: `Bearer ${place.token}` } : {};
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    const request = open(url, { ...trusting(place), method, headers, signal, timeout: SILENCE_MS }, resolve);
    request.on('timeout', () => request.destroy(new Error(`${url.host} says nothing`)));
    request.on('error', reject);
    if (body === undefined) request.end();
    else pipeline(body, request).catch(reject); // an answer that came before counts
  });
  const { statusCode = 0 } = response;
  const { location } = response.headers;
  if (statusCode === 200) return response;
  response.resume();
  if (location !== undefined && redirects < MOST_REDIRECTS)
    return await send(new URL(location, url), place, call, redirects + 1);
  throw new RefusedCall(url.host, statusCode, redirects > 0);
}
