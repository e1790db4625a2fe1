// Refuses names that were pointed at us (Host), web pages of other sites (Origin), and targets that name another service.
// Loopback is not trust, and a proxy is believed only when we were told that there is one.
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { hostInUrl } from '../../../src-shared/host-address.ts';
import type { Exposure } from '../listening/exposure.ts';

export type RequestHead = { target: string; headers: IncomingHttpHeaders; rawHeaders: readonly string[]; port: number };
export type Guard = {
  /** Throws when a request comes through a foreign name or from a foreign page. */
  check(head: RequestHead): void;
  /** Whether pages of this origin may read our answers across sites. */
  isAllowedOrigin(origin: string): boolean;
};
export type GuardOptions = Pick<Exposure, 'host' | 'publicUrl' | 'trustProxy' | 'allowedOrigins'> & {
  secure: unknown;
};

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export function createGuard(options: GuardOptions): Guard {
  const { publicUrl, trustProxy, allowedOrigins } = options;
  const scheme = options.secure === undefined ? 'http:' : 'https:';
  const localNames = new Set(['127.0.0.1', 'localhost', '[::1]', hostInUrl(options.host)]);
  const publicHosts = publicUrl === undefined ? new Set<string>() : hostsOf(new URL(publicUrl));
  const isOurs = (host: string, port: number) => {
    const lower = host.toLowerCase();
    if (publicHosts.has(lower)) return true;
    const { name, given } = splitHost(lower);
    return localNames.has(name) && (given ?? DEFAULT_PORTS[scheme]) === String(port);
  };
  const isOurOrigin = (origin: string, port: number) =>
    origin === publicUrl || (origin.startsWith(`${scheme}//`) && isOurs(origin.slice(scheme.length + 2), port));
  return {
    isAllowedOrigin: (origin) => allowedOrigins.has(origin),
    check: ({ target, headers, rawHeaders, port }) => {
      if (isGivenTwice(rawHeaders, 'host')) throw new AppError('API_BAD_HEADERS', 'http.two-hosts');
      if (isGivenTwice(rawHeaders, 'authorization')) throw new AppError('API_BAD_HEADERS', 'http.two-tokens');
      const names = [headers.host ?? '', ...absoluteHost(target), ...(trustProxy ? forwardedHost(headers) : [])];
      if (!names.every((name) => isOurs(name, port))) {
        throw new AppError('API_FORBIDDEN', 'http.other-host');
      }
      const { origin } = headers;
      if (origin !== undefined && !allowedOrigins.has(origin) && !isOurOrigin(origin, port)) {
        throw new AppError('API_FORBIDDEN', 'http.other-site');
      }
    },
  };
}

/** Node takes the first of two; a proxy in front may have taken the other. */
function isGivenTwice(rawHeaders: readonly string[], name: string): boolean {
  let given = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (rawHeaders[n]?.length === name.length && rawHeaders[n]?.toLowerCase() === name) given += 1;
  }
  return given > 1;
}

function splitHost(host: string): { name: string; given: string | undefined } {
  const colon = host.lastIndexOf(':');
  if (colon === -1 || host.endsWith(']')) return { name: host, given: undefined };
  return { name: host.slice(0, colon), given: host.slice(colon + 1) };
}

/** A public name with its port, and without where the port is the scheme's own. */
function hostsOf(url: URL): Set<string> {
  return new Set(url.port === '' ? [url.host, `${url.host}:${DEFAULT_PORTS[url.protocol]}`] : [url.host]);
}

/** A target like `http://name/path` is for the name in it; an odd one names nobody. */
function absoluteHost(target: string): string[] {
  if (target.startsWith('/') || target === '*') return [];
  return [/^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? ''];
}

function forwardedHost(headers: IncomingHttpHeaders): string[] {
  const value = headers['x-forwarded-host'];
  return typeof value === 'string' ? value.split(',').map((name) => name.trim()) : [];
}
