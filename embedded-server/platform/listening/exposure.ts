// Decides how far the service listens: on this machine alone, or further with TLS or behind a proxy. Whatever would put
// tokens on a network in the clear, or leave its own name unknown, is refused in a sentence before anything listens.
import { isIP } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import {
  askedAt,
  everywhereFor,
  formatEndpoint,
  isEverywhere,
  isLoopback,
  isLoopbackHostname,
  LOOPBACK,
} from '../../../src-shared/host-address.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { readCertificate, type Secure, type TlsFiles } from './certificate.ts';

export type ExposureOptions = {
  /** The address to listen on; this machine alone unless given. */
  listen?: string;
  /** Where callers from elsewhere reach the service. */
  publicUrl?: string;
  tls?: TlsFiles;
  /** A proxy in front ends TLS, and what it says about the caller (X-Forwarded-*) is believed. */
  trustProxy?: boolean;
  /** Web pages of these origins may call the service. */
  allowOrigins?: readonly string[];
};

export type Exposure = {
  readonly host: string;
  /** Where the ports of servers listen. Players do not pass a proxy: they come to this machine, also where the service listens to that alone. */
  readonly portsHost: string;
  readonly isReachedByOthers: boolean;
  readonly secure: Secure | undefined;
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  readonly allowedOrigins: ReadonlySet<string>;
  readonly notices: readonly Message[];
};

/**
 * Whether others than this machine reach the service. Who says where they find it, what it proves that with, or that something in front
 * carries them in, is believed: none of that is of use to this machine alone. Nodes of a fleet are other machines.
 */
export function isReachedByOthers(options: ExposureOptions, hasFleet: boolean): boolean {
  const { listen = LOOPBACK, publicUrl, tls, trustProxy = false } = options;
  return !isLoopback(listen) || publicUrl !== undefined || tls !== undefined || trustProxy || hasFleet;
}

/** Whether it starts at its port or not at all: others look for it there. Nobody looks at 0, which stands for any. */
export function keepsItsPort(port: number, options: ExposureOptions, hasFleet: boolean): boolean {
  return port !== 0 && isReachedByOthers(options, hasFleet);
}

export async function planExposure(options: ExposureOptions, hasFleet = false): Promise<Exposure> {
  const { host, trustProxy, allowOrigins, tls } = withDefaults(options);
  const publicUrl = options.publicUrl === undefined ? undefined : readPublicUrl(options.publicUrl);
  refuseInTheClear({ host, trustProxy, isTls: tls !== undefined, publicUrl });
  if (!trustProxy) refuseOtherScheme(publicUrl, tls);
  const secure = tls === undefined ? undefined : await readCertificate(tls);
  return {
    host,
    portsHost: isLoopback(host) && isBeyondThisMachine(publicUrl) ? everywhereFor(new URL(publicUrl).hostname) : host,
    isReachedByOthers: isReachedByOthers(options, hasFleet),
    secure,
    publicUrl,
    trustProxy,
    allowedOrigins: new Set(allowOrigins.map(readOrigin)),
    notices: [...(secure?.notices ?? []), ...clearNotice(publicUrl)],
  };
}

function withDefaults({ listen = LOOPBACK, trustProxy = false, allowOrigins = [], tls }: ExposureOptions) {
  return { host: listen, trustProxy, allowOrigins, tls };
}

type Exposed = { host: string; trustProxy: boolean; isTls: boolean; publicUrl: string | undefined };

function refuseInTheClear({ host, trustProxy, isTls, publicUrl }: Exposed): void {
  if (isIP(host) === 0 && host !== 'localhost') {
    throw refused(messageFor('listening.no-ip-address', { host }));
  }
  if (!isLoopback(host) && !isTls && !trustProxy) {
    throw refused(messageFor('listening.in-the-clear', { host }));
  }
  if (isEverywhere(host) && publicUrl === undefined) {
    throw refused(messageFor('listening.needs-public-url', { host }));
  }
}

function refuseOtherScheme(publicUrl: string | undefined, tls: TlsFiles | undefined): void {
  if (tls === undefined || publicUrl?.startsWith('http://') !== true) return;
  throw refused(messageFor('listening.public-url-not-https', { url: publicUrl }));
}

/** Where the service answers to callers on this machine. */
export function localUrl({ host, secure }: Exposure, port: number): string {
  return `${secure === undefined ? 'http' : 'https'}://${formatEndpoint(askedAt(host), port)}`;
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isPlain || url.password !== '' || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refused(messageFor('listening.public-url-invalid', { text }));
  }
  return url.origin;
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.origin === 'null' || url.origin !== text.toLowerCase() || !url.protocol.startsWith('http')) {
    throw refused(messageFor('listening.origin-invalid', { text }));
  }
  return url.origin;
}

function isBeyondThisMachine(publicUrl: string | undefined): publicUrl is string {
  return publicUrl !== undefined && !isLoopbackHostname(new URL(publicUrl).hostname);
}

function clearNotice(publicUrl: string | undefined): Message[] {
  if (!isBeyondThisMachine(publicUrl) || !publicUrl.startsWith('http://')) return [];
  return [messageFor('listening.not-https', { url: publicUrl })];
}

function refused(sentence: Message): AppError {
  return new AppError('LISTENING_REFUSED', sentence);
}
