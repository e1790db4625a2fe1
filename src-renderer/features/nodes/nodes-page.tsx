// The nodes of an instance: how much room each has, what runs where, what became of a lost one.
import { useEffect, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NodesView } from '../../../src-shared/nodes/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { FleetNodeView, LostServer, NodeList, NodeServer } from '../../../src-shared/service/nodes.ts';
import shared from '../../design/shared.module.css';
import { hashOf } from '../../routes/routes.ts';
import { rich } from '../../text/rich.ts';
import { errorText, plural, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatSince } from '../../ui/format.ts';
import plateStyles from '../../ui/plate.module.css';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { StateLabel } from '../../ui/state-label.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from '../../ui/use-title.ts';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { formatState, serverGlyph } from '../servers/server-format.ts';
import { AddNodeDialog, DrainDialog } from './node-dialogs.tsx';
import styles from './nodes.module.css';
import { followNodes, resumeNode } from './nodes-actions.ts';
import { playersOn, roomOn, stateOfNode } from './nodes-selectors.ts';

/** Only of an instance that has several. */
export function NodesPage({ instance }: { instance: InstanceView }) {
  const [view, setView] = useState<NodesView>({ list: null });
  const [isAdding, setAdding] = useState(false);
  const [drainingId, setDrainingId] = useState<string>();
  useEffect(() => followNodes(instance.id, setView), [instance.id]);
  useTitle(t('Nodes'));
  const { list } = view;
  const off = whyCannotChange(instance);
  return (
    <div className={classNames(settingsPageStyles.page, styles.page)}>
      <header className={styles.head}>
        <h1>{t('Nodes of {instance}', { instance: instance.name })}</h1>
        <span className={classNames(shared.grow, shared.dim)}>{list !== null && summary(list)}</span>
        <Button icon="plus" disabledReason={off} onClick={() => setAdding(true)}>
          {t('Add a node')}
        </Button>
      </header>
      <Notes view={view} />
      {list?.nodes.map((node) => (
        <Node key={node.id} instance_id={instance.id} node={node} off={off} onDrain={() => setDrainingId(node.id)} />
      ))}
      <AddNodeDialog instance_id={instance.id} open={isAdding} onOpenChange={setAdding} />
      <DrainDialog
        instance_id={instance.id}
        list={list}
        node_id={drainingId}
        onClose={() => setDrainingId(undefined)}
      />
    </div>
  );
}

function summary({ nodes }: NodeList): string {
  const all = { servers: nodes.flatMap(({ servers }) => servers) };
  return [
    plural(nodes.length, '{n} node', '{n} nodes'),
    plural(all.servers.length, '{n} server', '{n} servers'),
    plural(playersOn(all), '{n} player', '{n} players'),
  ].join(', ');
}

/** What is old, and what has no node yet. */
function Notes({ view: { list, problem, stale_since: since } }: { view: NodesView }) {
  return (
    <div role="status" className={classNames(styles.notes, shared.wait)}>
      {problem !== undefined && (
        <p>
          {since !== undefined && `${t('As of {clock}.', { clock: formatClock(since) })} `}
          {errorText(problem)}
        </p>
      )}
      {list?.problem !== undefined && <p>{translate(list.problem)}</p>}
      {list !== null && <Waiting waiting={list.waiting} />}
    </div>
  );
}

function Waiting({ waiting }: Pick<NodeList, 'waiting'>) {
  const [first] = waiting;
  if (first === undefined) return null;
  const said = plural(waiting.length, '{n} server has no node yet.', '{n} servers have no node yet.');
  return <p>{first.problem === undefined ? said : `${said} ${translate(first.problem)}`}</p>;
}

type NodeProps = { instance_id: string; node: FleetNodeView; off: string | undefined; onDrain: () => void };

function Node({ node, ...rest }: NodeProps) {
  const { name, region, address, lost } = node;
  const [glyph, state] = stateOfNode(node, useNow(false));
  return (
    <section className={classNames(plateStyles.plate, styles.node)} aria-label={name}>
      <div className={styles.about}>
        <div className={styles.name}>
          <h2>{name}</h2>
          <StateLabel state={glyph}>{state}</StateLabel>
          <p className={classNames(shared.small, shared.dim)}>
            {[region, address].filter((part) => part !== undefined).join(', ')}
          </p>
        </div>
        {lost === undefined && roomOn(node).map((room) => <Meter key={room.name} {...room} />)}
        {node.state !== 'lost' && <Actions node={node} {...rest} />}
      </div>
      <Servers instance_id={rest.instance_id} node={node} />
      {lost !== undefined && <Lost instance_id={rest.instance_id} lost={lost} node={node} />}
    </section>
  );
}

function Actions({ instance_id, node, off, onDrain }: NodeProps) {
  const { id: node_id, name, servers, drain, state } = node;
  return (
    <div className={styles.actions}>
      {state === 'draining' && (
        <Button small disabledReason={off} onClick={() => void resumeNode({ instance_id, node_id }, name)}>
          {t('Take servers again')}
        </Button>
      )}
      {(drain === undefined || servers.length > 0) && (
        <Button small disabledReason={off} onClick={onDrain}>
          {drain === undefined ? t('Drain…') : t('Change…')}
        </Button>
      )}
    </div>
  );
}

function Meter({ name, reserved, used, free, words }: ReturnType<typeof roomOn>[number]) {
  return (
    <div className={classNames(styles.meter, shared.small)}>
      <div>
        <span className={shared.dim}>{name}</span> <span className={shared.tabular}>{free}</span>
      </div>
      <span className={styles.track} role="img" aria-label={`${name}: ${words}`} title={words}>
        <i style={{ width: `${reserved}%` }} />
        <b style={{ width: `${used}%` }} />
      </span>
    </div>
  );
}

type Belonging = Pick<NodeServer, 'id' | 'game_id' | 'environment'>;

function ServerLink({ instance_id, server }: { instance_id: string; server: Belonging }) {
  const { id: server_id, game_id, environment: namespace_id } = server;
  return (
    <a
      className={classNames(shared.mono, shared.link)}
      href={hashOf({ page: 'game', instance_id, game_id, tab: 'servers', namespace_id, server_id })}
    >
      {shortServerId(server_id)}
    </a>
  );
}

function ServerCells({ instance_id, server }: { instance_id: string; server: NodeServer | LostServer }) {
  return (
    <>
      <td>
        <ServerLink instance_id={instance_id} server={server} />
      </td>
      <td>{server.game}</td>
      <td>{server.namespace}</td>
      <td>{server.version}</td>
    </>
  );
}

function Servers({ instance_id, node }: { instance_id: string; node: FleetNodeView }) {
  const { name, servers, lost, drain } = node;
  if (servers.length === 0 && lost !== undefined) return null;
  if (servers.length === 0)
    return (
      <p className={plateStyles.empty}>
        {drain === undefined
          ? t('Nothing runs on it.')
          : t('Nothing runs on it any more. Its machine can be taken down.')}
      </p>
    );
  return (
    <table aria-label={t('Servers on {name}', { name })}>
      <tbody>
        {servers.map((server) => (
          <tr key={server.id}>
            <ServerCells instance_id={instance_id} server={server} />
            <td>
              <StateLabel state={serverGlyph(server)}>{formatState[server.state]}</StateLabel>
            </td>
            <td className={classNames(plateStyles.number, shared.tabular)}>
              {plural(server.players ?? 0, '{n} player', '{n} players')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lost({ instance_id, lost, node }: { instance_id: string; lost: readonly LostServer[]; node: FleetNodeView }) {
  const now = useNow(false);
  const seen = formatSince(Date.parse(node.seen_ts), now);
  return (
    <>
      <p className={plateStyles.empty}>
        {t('It was last there at {time}.', { time: seen })}{' '}
        {plural(lost.length, '{n} server ended with it.', '{n} servers ended with it.')}
      </p>
      {lost.length > 0 && (
        <table aria-label={t('Servers that ended with {name}', { name: node.name })}>
          <tbody>
            {lost.map((server) => (
              <tr key={server.id}>
                <ServerCells instance_id={instance_id} server={server} />
                <td colSpan={2} className={shared.dim}>
                  <Replacement instance_id={instance_id} server={server} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Replacement({ instance_id, server }: { instance_id: string; server: LostServer }) {
  const { replaced_by: next } = server;
  if (next === undefined) return t('Not replaced');
  const link = <ServerLink instance_id={instance_id} server={{ ...server, id: next.id }} />;
  return next.node === undefined
    ? rich('Replaced by {server}', { server: link })
    : rich('Replaced by {server} on {node}', { server: link, node: next.node });
}
