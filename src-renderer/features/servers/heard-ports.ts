// The ports that a server without any was seen to listen on, as the fields of ports have them. Pure.
import type { ServerDetail } from '../../../src-shared/servers/bridge.ts';
import type { HeardPort } from '../../../src-shared/service/server-inspection.ts';
import type { PortDraft } from './create-server-form.ts';

/** So many has the form room for. */
const MOST_OFFERED = 8;

const none: readonly HeardPort[] = [];

/** Of the server that was looked at last, where it is one of this version and has no ports. */
export function heardOf(detail: ServerDetail | undefined, version_id: string | undefined): readonly HeardPort[] {
  const { server, inspection } = detail ?? { server: null, inspection: null };
  if (server === null || version_id === undefined || server.version !== version_id) return none;
  return (Object.keys(server.network.ports).length === 0 ? inspection?.undeclared : undefined) ?? none;
}

/** A number that it listens on for both is one port. */
export function portDraftsOf(heard: readonly HeardPort[]): PortDraft[] {
  const byNumber = Map.groupBy(heard, ({ port }) => port);
  return [...byNumber].slice(0, MOST_OFFERED).map(([port, each], at) => ({
    name: at === 0 ? 'game' : `port${at + 1}`,
    protocol: each
      .map(({ protocol }) => protocol)
      .toSorted()
      .join('+'),
    internal: String(port),
    routing: 'game_guard',
  }));
}

/** "TCP+UDP 7777, UDP 27015". */
export function namePorts(ports: readonly PortDraft[]): string {
  return ports.map(({ protocol, internal }) => `${protocol.toUpperCase()} ${internal}`).join(', ');
}
