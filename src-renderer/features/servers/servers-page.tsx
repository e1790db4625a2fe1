// The servers of a game: those of one namespace in a table, and beside it the one that is looked at.
import { useEffect, useMemo } from 'react';
import type { GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import shared from '../../design/shared.module.css';
import { replaceWith } from '../../routes/route-store.ts';
import { errorText, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock } from '../../ui/format.ts';
import paneStyles from '../../ui/pane.module.css';
import tableStyles from '../../ui/table/table.module.css';
import { wayBackOf } from '../namespaces/roll-back-selectors.ts';
import { followClients } from './clients/clients-actions.ts';
import { CreateServerDialog } from './create-server-dialog.tsx';
import { Inspector } from './inspector.tsx';
import { KeptDialog } from './kept/kept-dialog.tsx';
import { PinnedServers } from './pinned-servers.tsx';
import { ServerTable } from './server-table.tsx';
import styles from './servers.module.css';
import { findLiving, followServers } from './servers-actions.ts';
import { areListed } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';
import { TableBar, whyCannotCreate } from './table-bar.tsx';

type Game = NonNullable<GameView['game']>;
type Props = { instance: InstanceView; game: Game; namespace_id: string | undefined; server_id: string | undefined };

/** Without a namespace in the address, those of the first one that has any alive are shown. */
export function ServersPage({ instance, game, namespace_id, server_id }: Props) {
  const named = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  const namespace = named ?? game.namespaces[0];
  useFirstLiving(instance.id, game, named !== undefined);
  if (namespace === undefined) {
    return (
      <p className={styles.none}>{t('This game has no namespaces, so nothing can run here. Create one first.')}</p>
    );
  }
  return <OfNamespace instance={instance} game={game} namespace={namespace} server_id={server_id} />;
}

/** Looked for once, so that nothing moves under a person's hands. */
function useFirstLiving(instance_id: string, { game_id, namespaces }: Game, isNamed: boolean): void {
  const ids = namespaces.map(({ namespace_id: id }) => id).join(' ');
  useEffect(() => {
    if (isNamed || ids === '') return undefined;
    return findLiving({ instance_id, game_id }, ids.split(' '), (namespace_id) =>
      replaceWith({ page: 'game', instance_id, game_id, tab: 'servers', namespace_id }),
    );
  }, [instance_id, game_id, ids, isNamed]);
}

type OfNamespaceProps = Omit<Props, 'namespace_id'> & { namespace: Game['namespaces'][number] };

function OfNamespace({ instance, game, namespace, server_id }: OfNamespaceProps) {
  const { game_id, versions } = game;
  const { namespace_id } = namespace;
  const place = useMemo(
    () => ({ instance_id: instance.id, game_id, namespace_id }),
    [instance.id, game_id, namespace_id],
  );
  useEffect(() => followServers(place), [place]);
  useEffect(() => followClients(instance.id, game_id), [instance.id, game_id]);
  const target = useMemo(() => (server_id === undefined ? undefined : { ...place, server_id }), [place, server_id]);
  const open = (server: string | undefined) =>
    replaceWith({ page: 'game', instance_id: instance.id, game_id, tab: 'servers', namespace_id, server_id: server });
  return (
    <div className={styles.servers} data-open={server_id === undefined ? undefined : ''}>
      <div className={styles.table}>
        <TableBar instance={instance} game={game} place={place} />
        <Table instance={instance} place={place} openId={server_id} onOpen={open} versions={versions} />
      </div>
      {target === undefined ? (
        <NothingOpen />
      ) : (
        <Inspector
          key={target.server_id}
          instance={instance}
          target={target}
          namespace={namespace.name_id}
          versions={versions}
          runs={{ version_id: namespace.version_id, back: wayBackOf(game, namespace_id) }}
          onClose={() => open(undefined)}
          onOpen={open}
        />
      )}
      <KeptDialog instance={instance} place={place} namespace={namespace.name_id} />
      <CreateServerDialog place={place} namespace={namespace} versions={versions} onOpen={open} />
    </div>
  );
}

type TableProps = {
  instance: InstanceView;
  place: NamespacePlace;
  openId: string | undefined;
  onOpen: (server_id: string | undefined) => void;
  versions: Game['versions'];
};

function Table({ instance, place, openId, onOpen, versions }: TableProps) {
  const state = useServers((known) => known.state);
  const { problem, stale_since: staleSince } = state;
  if (problem !== undefined && !areListed(state)) {
    return <PinnedServers place={place} openId={openId} onOpen={onOpen} why={errorText(problem) ?? ''} />;
  }
  return (
    <>
      {staleSince !== undefined && (
        <p className={tableStyles.stale} role="status">
          {t('As of {clock}.', { clock: formatClock(staleSince) })}{' '}
          {errorText(problem) ?? t('{instance} does not answer now.', { instance: instance.name })}
        </p>
      )}
      <ServerTable
        instance_id={instance.id}
        off={whyCannotCreate(instance)}
        openId={openId}
        onOpen={onOpen}
        versions={versions}
      />
    </>
  );
}

function NothingOpen() {
  const isEmpty = useServers((state) => (state.list?.length ?? 0) === 0);
  return (
    <section data-slot="pane" className={classNames(paneStyles.pane, styles.noneOpen)}>
      {!isEmpty && <p className={shared.faint}>{t('Select a server to see its state, usage and log.')}</p>}
    </section>
  );
}
