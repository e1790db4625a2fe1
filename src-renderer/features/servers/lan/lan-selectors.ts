// What is to be known of a server that is shared with a network: how it is joined, its ports, and what a firewall may keep from it. Pure.

import type { HostView } from '../../../../src-shared/host/bridge.ts';
import { formatEndpoint } from '../../../../src-shared/host-address.ts';
import type { SharedPort } from '../../../../src-shared/servers/bridge.ts';
import { transportsOf } from '../../../../src-shared/service/port-faults.ts';
import type { ServerShare } from '../../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { t } from '../../../text/t.ts';

type Ports = Pick<Server, 'network'>;

/** Each with the protocol that goes over the wire. */
export function sharedPorts({ network }: Ports, { ports }: ServerShare): SharedPort[] {
  return Object.entries(ports).flatMap(([name, port]) => {
    const known = network.ports[name];
    return known === undefined ? [] : transportsOf(known.protocol).map((protocol) => ({ name, protocol, port }));
  });
}

/** What a player types or opens: the address of its first port, as a link where that is a web page. */
export function joinAddress({ network }: Ports, { address, ports }: ServerShare): string | undefined {
  const [first] = Object.entries(ports);
  if (first === undefined) return undefined;
  const [name, port] = first;
  const protocol = network.ports[name]?.protocol ?? '';
  const place = formatEndpoint(address, port);
  return protocol.startsWith('http') ? `${protocol}://${place}/` : place;
}

/** Where each system keeps what it blocks. */
export function formatFirewall(platform: HostView['platform'] | undefined, ports: readonly SharedPort[]): string {
  if (platform === 'win32')
    return t(
      'Windows asks once whether Slipway may be reached: allow private networks. Later it is under Windows Security, Firewall, Allow an app.',
    );
  if (platform === 'darwin')
    return t(
      'macOS asks once whether Slipway may accept connections: allow it. Later it is under System Settings, Network, Firewall.',
    );
  const command = [...new Set(ports.map(({ port, protocol }) => `sudo ufw allow ${port}/${protocol}`))].join('; ');
  return t('Where a firewall is on, allow the port. With ufw: {command}', { command });
}
