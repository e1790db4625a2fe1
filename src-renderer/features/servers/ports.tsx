// The ports of a server: where players reach each, how they get there, and what came through.
import { useState } from 'react';
import { portAddress } from '../../../src-shared/servers/port-address.ts';
import type { HeardPort, Inspection, PortTraffic } from '../../../src-shared/service/server-inspection.ts';
import type { Server, ServerPort } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { formatSeconds } from '../../text/format-numbers.ts';
import { plural, t, words } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { counted, formatCount, formatSize } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import paneStyles from '../../ui/pane.module.css';
import type { PortDraft } from './create-server-form.ts';
import { namePorts, portDraftsOf } from './heard-ports.ts';
import styles from './inspector.module.css';
import { isEnded } from './server-format.ts';
import { openLink, startWithPorts } from './servers-actions.ts';

const protocols = words({
  http: 'HTTP',
  https: 'HTTPS',
  tcp: 'TCP',
  tcp_tls: 'TCP with TLS',
  udp: 'UDP',
  'tcp+udp': 'TCP + UDP',
});

type Props = {
  server: Server;
  seen: Pick<Inspection, 'traffic' | 'undeclared'> | undefined;
  /** Why no other server can be started. */
  off: string | undefined;
};

/** A server without ports says so. */
export function Ports({ server, seen, off }: Props) {
  const traffic = seen?.traffic;
  const undeclared = useLastHeard(seen?.undeclared);
  const ports = Object.entries(server.network.ports);
  if (undeclared.length > 0 && ports.length === 0) {
    return <Undeclared server={server} ports={portDraftsOf(undeclared)} off={off} />;
  }
  if (ports.length === 0) {
    return (
      <p className={classNames(paneStyles.note, shared.faint)}>
        {t('No port is set, so there is no address to join. Add one in slipway.json, or when you upload.')}
      </p>
    );
  }
  return (
    <div className={styles.ports} role="table" aria-label={t('Ports')}>
      <div className={classNames(styles.port, styles.heading)} role="row">
        {[t('Port'), t('Protocol'), t('Internal'), t('Public address'), t('Routing')].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {ports.map(([name, port]) => (
        <Port key={name} name={name} port={port} traffic={traffic?.[name]} hasEnded={isEnded(server)} />
      ))}
    </div>
  );
}

/** Nothing listens once it has ended, and only then can another server have the ports: what was heard last stays. */
function useLastHeard(now: readonly HeardPort[] | undefined): readonly HeardPort[] {
  const [heard, setHeard] = useState<readonly HeardPort[]>([]);
  const isNew = now !== undefined && !isSame(now, heard);
  if (isNew) setHeard(now);
  return isNew ? now : heard;
}

function isSame(one: readonly HeardPort[], other: readonly HeardPort[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type UndeclaredProps = { server: Server; ports: readonly PortDraft[]; off: string | undefined };

/** They are set where another server is started, as this one was told of none. Both cannot have them at once. */
function Undeclared({ server, ports, off }: UndeclaredProps) {
  const { environment, runtime } = server;
  const names = namePorts(ports);
  const hasEnded = isEnded(server);
  return (
    <p className={classNames(paneStyles.note, shared.dim)}>
      {hasEnded
        ? t(
            'This server listened on {ports}, which the build does not declare. Set it in slipway.json or when you upload, or start another server with it.',
            { ports: names },
          )
        : t(
            'This server listens on {ports}, which the build does not declare, so there is no address to join. Set it in slipway.json or when you upload, or stop this server and start another one with it.',
            { ports: names },
          )}{' '}
      <Button
        small
        disabledReason={off ?? (hasEnded ? undefined : formatHeld(ports))}
        onClick={() => startWithPorts(environment, runtime.build, ports)}
      >
        {ports.length === 1 ? t('Start with this port') : t('Start with these ports')}
      </Button>
    </p>
  );
}

function formatHeld(ports: readonly PortDraft[]): string {
  const named = ports.map(({ internal }) => internal).join(', ');
  return plural(
    ports.length,
    'Stop this server first: it has port {ports}',
    'Stop this server first: it has the ports {ports}',
    { ports: named },
  );
}

type PortProps = { name: string; port: ServerPort; traffic: PortTraffic | undefined; hasEnded: boolean };

/** Where a server was stays to be read when it has ended, but nobody answers there. */
function Port({ name, port, traffic, hasEnded }: PortProps) {
  const address = portAddress(port);
  const opens = !hasEnded && port.protocol.startsWith('http');
  return (
    <div role="rowgroup">
      <div className={styles.port} role="row">
        <span role="cell" className={classNames(styles.strong, shared.ellipsis)}>
          {name}
        </span>
        <span role="cell">{protocols[port.protocol]}</span>
        <span role="cell" className={classNames(shared.mono, shared.dim)}>
          {port.internal_port ?? ''}
        </span>
        <span role="cell" className={classNames(shared.mono, shared.ellipsis)}>
          {address ?? (hasEnded ? '–' : t('not reachable yet'))}
        </span>
        <span role="cell" className={shared.dim}>
          {port.routing.game_guard === undefined ? t('Host') : t('Game guard')}
        </span>
        <span role="cell" className={styles.actions}>
          {address !== undefined && <CopyButton text={address} label={t('Copy the address of {name}', { name })} />}
          {address !== undefined && opens && (
            <IconButton
              icon="open"
              size="tiny"
              label={t('Open {name} in the browser', { name })}
              onClick={() => void openLink(`${port.protocol}://${address}/`)}
            />
          )}
        </span>
      </div>
      {traffic !== undefined && (
        <p className={classNames(styles.traffic, shared.faint, shared.tabular)}>{formatTraffic(traffic)}</p>
      )}
    </div>
  );
}

const whys = words({
  full: 'all places are taken',
  closed: 'it accepts no new players',
  sessions: 'too many connections or UDP sessions',
  system: 'the system is out of connections',
});

function formatRefused({ refused, ...last }: PortTraffic): string {
  const { last_refused_at: at, last_refused_why: why, last_refused_from: from } = last;
  const values = { n: formatCount(refused) };
  if (at === undefined || why === undefined) return t('{n} refused', values);
  const known = { ...values, at: formatSeconds(at), why: whys[why], from: from ?? '' };
  return from === undefined
    ? t('{n} refused (last {at}: {why})', known)
    : t('{n} refused (last {at} from {from}: {why})', known);
}

function formatTraffic(traffic: PortTraffic): string {
  const refused = traffic.refused === 0 ? [] : [formatRefused(traffic)];
  const { first_packet_at: first, first_packet_from: from, last_packet_at: last } = traffic;
  if (first === undefined || last === undefined) return [t('No packet from a player yet'), ...refused].join(', ');
  const dropped =
    traffic.dropped === 0 ? [] : [t('{n} dropped by the simulation', { n: formatCount(traffic.dropped) })];
  const came = [counted(traffic.connections_total, 'connection'), ...refused];
  const bytes = t('{in} in, {out} out', { in: formatSize(traffic.bytes_in), out: formatSize(traffic.bytes_out) });
  const values = {
    first: formatSeconds(first),
    last: formatSeconds(last),
    came: came.join(', '),
    bytes: [bytes, ...dropped].join(', '),
  };
  if (from === undefined) return t('First packet {first}, last {last}; {came}; {bytes}', values);
  return t('First packet {first} from {from}, last {last}; {came}; {bytes}', { ...values, from });
}
