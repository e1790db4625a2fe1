// Hosts as addresses have them: in a URL, with a port, and whether they lead to this machine alone.

/** The one that all listen on and connect to, where nobody says another. */
export const LOOPBACK = '127.0.0.1';

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const loopback = new RegExp(String.raw`^(?:localhost|::1|127(?:\.${octet}){3})$`);

/** Whether a host, as one listens on it, is this machine alone. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** The host of a URL as one connects to it: an IPv6 address stands in brackets there. */
export function bareHost(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '');
}

/** A host as it stands in a URL, the other way than `bareHost`. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${bareHost(host)}]` : host;
}

/** A host with a port, as one would type it. */
export function formatEndpoint(host: string, port: number): string {
  return `${hostInUrl(host)}:${port}`;
}

/** The same as `isLoopback` for the host of a URL. */
export function isLoopbackHostname(hostname: string): boolean {
  return isLoopback(bareHost(hostname));
}

const everywhere: readonly string[] = ['0.0.0.0', '::'];

/** Whether one who listens at this host does so at every address. */
export function isEverywhere(host: string): boolean {
  return everywhere.includes(host);
}

/**
 * Where one listens, at every address, for those that come to this host. A socket for `::` takes callers of IPv4 as well; a name is asked
 * for by IPv4.
 */
export function everywhereFor(host: string): string {
  return host.includes(':') ? '::' : '0.0.0.0';
}

/** Where this machine asks who listens at this host. A socket for `::` takes callers of IPv4 as well. */
export function askedAt(host: string): string {
  return isEverywhere(host) ? LOOPBACK : host;
}

/** What else a program may meet that asks for `localhost`, where one listens at this host. Undefined where that name does not lead to it. */
export function otherLoopback(host: string): string | undefined {
  if (host === '::1') return LOOPBACK;
  return host === 'localhost' || host === LOOPBACK || host === '0.0.0.0' ? '::1' : undefined;
}
