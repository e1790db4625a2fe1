// The servers of a game: those of all namespaces in a table, or of one, and beside it the one that is looked at.
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { replaceWith } from '../../routes/route-store.ts';
import { errorText, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock } from '../../ui/format.ts';
import paneStyles from '../../ui/pane.module.css';
import tableStyles from '../../ui/table/table.module.css';
import { inNamespace } from '../instances/in-namespace.ts';
import { wayBackOf } from '../namespaces/roll-back-selectors.ts';
import { BulkBar } from './bulk-bar.tsx';
import { followClients } from './clients/clients-actions.ts';
import { crashRecords } from './crash-record.ts';
import { CreateServerDialog } from './create-server-dialog.tsx';
import { type CompareBuilds, Inspector } from './inspector.tsx';
import { KeptDialog } from './kept/kept-dialog.tsx';
import { PinnedServers } from './pinned-servers.tsx';
import { isEnded } from './server-format.ts';
import { ServerTable } from './server-table.tsx';
import styles from './servers.module.css';
import { beginServers, followUsage } from './servers-actions.ts';
import { areListed, type ServerRow, serverRows, togetherOf } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';
import { TableBar, whyCannotCreate } from './table-bar.tsx';

type Game = NonNullable<GameView['game']>;
type Props = {
  instance: InstanceView;
  game: Game;
  namespace_id: string | undefined;
  server_id: string | undefined;
  compare: CompareBuilds;
};

/** Without a namespace in the address, the servers of all are shown. Where an instance does not list them, those of one. */
export function ServersPage({ instance, game, namespace_id, server_id, compare }: Props) {
  const named = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  const isListed = useServers(({ known }) => areListed(togetherOf(Object.values(known).map((one) => one?.state))));
  const [first] = game.namespaces;
  if (first === undefined) {
    return (
      <p className={styles.none}>{t('This game has no namespaces, so nothing can run here. Create one first.')}</p>
    );
  }
  const only = named ?? (isListed && game.namespaces.length > 1 ? undefined : first);
  return (
    <Servers
      key={`${instance.id} ${game.game_id} ${only?.namespace_id ?? ''}`}
      instance={instance}
      game={game}
      only={only}
      isNamed={named !== undefined}
      server_id={server_id}
      compare={compare}
    />
  );
}

type ServersProps = Omit<Props, 'namespace_id'> & {
  /** The one namespace that is shown. */
  only: NamespaceSummary | undefined;
  /** Whether the address names it. */
  isNamed: boolean;
};

function Servers(props: ServersProps) {
  const { instance, game, only, server_id } = props;
  const namespaces = useMemo(() => (only === undefined ? game.namespaces : [only]), [only, game.namespaces]);
  const { rows, list } = useRows(namespaces);
  useFollowing(instance.id, game.game_id, rows);
  const pane = useRef<HTMLElement>(null);
  const open = useOpening(props, list);
  const opened = list.find(({ id }) => id === server_id);
  const at = game.namespaces.find(({ namespace_id: id }) => id === opened?.environment) ?? only ?? namespaces[0];
  const place = usePlace(instance.id, game.game_id, at?.namespace_id ?? '');
  if (at === undefined) return null;
  return (
    <div
      className={styles.servers}
      data-open={server_id === undefined ? undefined : ''}
      data-one={only === undefined ? undefined : ''}
    >
      <div className={styles.table}>
        <TableBar instance={inNamespace(instance, only?.namespace_id)} game={game} only={only} rows={rows} />
        <Table
          {...props}
          place={place}
          rows={rows}
          namespaces={namespaces}
          onOpen={open.byPerson}
          onFirst={(first) => open.first(first, pane.current)}
        />
        <BulkBar instance={instance} game_id={game.game_id} namespaces={game.namespaces} rows={rows} />
      </div>
      {server_id === undefined ? (
        <NothingOpen pane={pane} isEmpty={rows.length === 0} />
      ) : (
        <Inspector
          key={server_id}
          instance={instance}
          target={{ ...place, server_id }}
          namespace={at.name_id}
          versions={game.versions}
          runs={runsOf(game, at)}
          compare={props.compare}
          onClose={() => open.byPerson(undefined)}
          onOpen={open.byPerson}
        />
      )}
      <KeptDialog instance={inNamespace(instance, at.namespace_id)} place={place} namespace={at.name_id} />
      <NewServer {...props} place={place} namespaces={namespaces} at={at} onOpen={open.byPerson} />
    </div>
  );
}

type NewServerProps = Pick<ServersProps, 'instance' | 'game'> & {
  place: NamespacePlace;
  namespaces: readonly NamespaceSummary[];
  at: NamespaceSummary;
  onOpen: (server_id: string) => void;
};

/** On the namespaces where the token of the instance may start one. */
function NewServer({ instance, game, place, namespaces, at, onOpen }: NewServerProps) {
  const may = namespaces.filter(
    ({ namespace_id: id }) => inNamespace(instance, id).why_not?.create_server === undefined,
  );
  const first = may.includes(at) ? at : (may[0] ?? at);
  return <CreateServerDialog place={place} namespaces={may} first={first} versions={game.versions} onOpen={onOpen} />;
}

/** What a namespace runs, and what ran well there. */
function runsOf(game: Game, { namespace_id, version_id, deploy_ts, last_good: good }: NamespaceSummary) {
  const back = wayBackOf(game, namespace_id);
  const ran = good?.ran_well === true ? good.ran_ms : undefined;
  return {
    version_id,
    deploy_ts,
    back,
    well: back && ran !== undefined ? { name: back.name, ran_ms: ran } : undefined,
  };
}

const noServers: readonly Server[] = [];

/** The servers of the namespaces that are shown, and their rows. */
function useRows(namespaces: readonly NamespaceSummary[]): { rows: readonly ServerRow[]; list: readonly Server[] } {
  const all = useServers((state) => state.list) ?? noServers;
  return useMemo(() => {
    const shown = new Set(namespaces.map(({ namespace_id: id }) => id));
    const list = all.filter(({ environment }) => shown.has(environment));
    return { list, rows: serverRows(list, namespaces) };
  }, [all, namespaces]);
}

/** What is used is asked of those namespaces that have a server alive. */
function useFollowing(instance_id: string, game_id: string, rows: readonly ServerRow[]): void {
  useEffect(() => beginServers(instance_id), [instance_id]);
  useEffect(() => followClients(instance_id, game_id), [instance_id, game_id]);
  const living = rows.flatMap(({ server }) => (isEnded(server) ? [] : [server.environment]));
  const key = [...new Set(living)].toSorted().join(' ');
  useEffect(() => followUsage({ instance_id, game_id }, key === '' ? [] : key.split(' ')), [instance_id, game_id, key]);
}

function usePlace(instance_id: string, game_id: string, namespace_id: string): NamespacePlace {
  return useMemo(() => ({ instance_id, game_id, namespace_id }), [instance_id, game_id, namespace_id]);
}

/**
 * Opens servers. The first row opens by itself, and where another one crashes in the place of that, so does this, until a person opens
 * one.
 */
function useOpening({ instance, game, only, isNamed, server_id }: ServersProps, list: readonly Server[]) {
  const itself = useRef<string>(undefined);
  const isClosed = useRef(false);
  const namespace_id = isNamed ? only?.namespace_id : undefined;
  const { game_id, namespaces } = game;
  const go = useCallback(
    (id: string | undefined) =>
      replaceWith({ page: 'game', instance_id: instance.id, game_id, tab: 'servers', namespace_id, server_id: id }),
    [instance.id, game_id, namespace_id],
  );
  useEffect(() => {
    if (server_id === undefined || server_id !== itself.current) return;
    const newest = crashRecords(list, namespaces).get(server_id)?.newest.id;
    if (newest === undefined || newest === server_id) return;
    itself.current = newest;
    go(newest);
  }, [server_id, list, namespaces, go]);
  const byPerson = useCallback(
    (id: string | undefined) => {
      itself.current = undefined;
      isClosed.current = id === undefined;
      go(id);
    },
    [go],
  );
  return {
    byPerson,
    /** Not where a person closed it, or it would lie over the list. */
    first: (id: string, pane: HTMLElement | null) => {
      if (isClosed.current || pane === null || pane.offsetWidth === 0) return;
      itself.current = id;
      go(id);
    },
  };
}

type TableProps = Pick<ServersProps, 'instance' | 'game' | 'server_id'> & {
  place: NamespacePlace;
  rows: readonly ServerRow[];
  namespaces: readonly NamespaceSummary[];
  onOpen: (server_id: string | undefined) => void;
  onFirst: (server_id: string) => void;
};

function Table({ instance, game, place, server_id, ...rest }: TableProps) {
  const known = useServers((state) => state.known);
  const { isRead, problem, ...state } = useMemo(
    () => togetherOf(rest.namespaces.map(({ namespace_id: id }) => known[id]?.state)),
    [rest.namespaces, known],
  );
  if (problem !== undefined && !areListed({ problem })) {
    return <PinnedServers place={place} openId={server_id} onOpen={rest.onOpen} why={errorText(problem) ?? ''} />;
  }
  return (
    <>
      {state.stale_since !== undefined && (
        <p className={tableStyles.stale} role="status">
          {t('As of {clock}.', { clock: formatClock(state.stale_since) })}{' '}
          {errorText(problem) ?? t('{instance} does not answer now.', { instance: instance.name })}
        </p>
      )}
      <ServerTable
        {...rest}
        instance_id={instance.id}
        off={whyCannotCreate(instance)}
        versions={game.versions}
        isRead={isRead}
        openId={server_id}
      />
    </>
  );
}

function NothingOpen({ pane, isEmpty }: { pane: RefObject<HTMLElement | null>; isEmpty: boolean }) {
  return (
    <section ref={pane} data-slot="pane" className={classNames(paneStyles.pane, styles.noneOpen)}>
      {!isEmpty && <p className={shared.faint}>{t('Select a server to see its state, usage and log.')}</p>}
    </section>
  );
}
