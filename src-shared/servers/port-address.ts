// Where players reach a port of a server. Pure.
import { formatEndpoint } from '../host-address.ts';
import type { ServerPort } from '../service/servers.ts';

/** `games.example:7777`; undefined as long as it cannot be reached. */
export function portAddress({ public_hostname: host, public_port: port }: ServerPort): string | undefined {
  return host === undefined || port === undefined ? undefined : formatEndpoint(host, port);
}

/** The same with its protocol, `udp://games.example:7777`. */
export function portUrl(port: ServerPort): string | undefined {
  const address = portAddress(port);
  return address && `${port.protocol}://${address}`;
}
