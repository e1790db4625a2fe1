// Asks for one picture at the address that an instance gave, on that instance's own way: its certificate, its proxy. No token
// goes along, no redirect is followed, and no more is read than a picture may have.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { bareHost } from '../../../src-shared/host-address.ts';
import type { Network } from '../http/network.ts';
import { explainNetworkError } from '../http/network-errors.ts';

/** A line without a byte for so long is cut, and so is one that takes longer than this as a whole. */
const STALL_MS = 10_000;
const WHOLE_MS = 60_000;

type PictureRequest = { url: URL; most: number; etag: string | undefined; agents: Network['agents'] };
type Got = { bytes: Buffer; etag: string | undefined };

/** Nothing where what is known by that ETag is still the same. Throws a sentence where there is no such picture. */
export async function getPicture(request: PictureRequest): Promise<Got | undefined> {
  const signal = AbortSignal.timeout(WHOLE_MS);
  const response = await ask(request, signal).catch((thrown: unknown) => {
    throw explainNetworkError(thrown, request.url.origin, request.agents.isPinned);
  });
  try {
    return await readAnswer(response, request);
  } finally {
    response.destroy(); // what was not read is not wanted
  }
}

/**
 * A remote may name addresses of others, an object store say. It may not lead this machine to itself, nor from
 * a line that nobody reads to one that all can.
 */
export function checkPictureAddress(url: URL, instanceUrl: string): void {
  const own = new URL(instanceUrl);
  if (url.origin === own.origin) return;
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && own.protocol === 'http:');
  const isNear = isThisMachine(url.hostname) && !isThisMachine(own.hostname);
  if (isFit && !isNear && url.username === '' && url.password === '') return;
  throw new AppError('API_FORBIDDEN', 'picture.other-place', { host: own.host, other: url.host });
}

const ownAddresses = new BlockList();
ownAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
ownAddresses.addAddress('0.0.0.0', 'ipv4');
ownAddresses.addSubnet('::', 127, 'ipv6'); // :: and ::1

function isThisMachine(hostname: string): boolean {
  const bare = bareHost(hostname);
  if (isIP(bare) === 0) return /(^|\.)localhost\.?$/.test(bare);
  return ownAddresses.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
}

function ask({ url, etag, agents }: PictureRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      agent: secure ? agents.https : agents.http,
      headers: {
        'user-agent': 'slipway',
        accept: 'image/png,image/jpeg,image/webp',
        'accept-encoding': 'identity',
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
      timeout: STALL_MS,
      signal,
    });
    request.on('timeout', () => request.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })));
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

async function readAnswer(response: IncomingMessage, { url, most, etag }: PictureRequest): Promise<Got | undefined> {
  const { statusCode: status, headers } = response;
  if (status === 304 && etag !== undefined) return undefined;
  if (status !== 200)
    throw new AppError('API_NOT_FOUND', 'picture.not-answered', { host: url.host, status: status ?? 0 });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > most) throw tooLarge(url, most);
      chunks.push(chunk);
    }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : explainNetworkError(thrown, url.origin);
  }
  return { bytes: Buffer.concat(chunks), etag: headers.etag };
}

function tooLarge(url: URL, most: number): AppError {
  return new AppError('UPLOAD_TOO_LARGE', 'picture.download-too-large', { host: url.host, limit: most / 1e6 });
}
