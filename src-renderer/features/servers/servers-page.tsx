// The servers of a game: those of one namespace in a table, and beside it the one that is looked at.
import { useEffect } from 'react';
import type { GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { replaceWith } from '../../app/route-store.ts';
import { clockWords } from '../../ui/words.ts';
import { CreateServerDialog } from './create-server-dialog.tsx';
import { Inspector } from './inspector.tsx';
import { PinnedServers } from './pinned-servers.tsx';
import { ServerTable } from './server-table.tsx';
import { followServers } from './servers-actions.ts';
import { startServerKeys } from './servers-keyboard.ts';
import { useServers } from './servers-store.ts';
import { TableBar } from './table-bar.tsx';

type Game = NonNullable<GameView['game']>;
type Props = { instance: InstanceView; game: Game; namespaceId: string | undefined; serverId: string | undefined };

/** Without a namespace in the address, the first one's servers are shown. */
export function ServersPage({ instance, game, namespaceId, serverId }: Props) {
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespaceId) ?? game.namespaces[0];
  const id = namespace?.namespace_id;
  const { game_id: gameId } = game;
  useEffect(() => {
    if (id === undefined) return undefined;
    return followServers({ instance_id: instance.id, game_id: gameId, namespace_id: id });
  }, [instance.id, gameId, id]);
  useEffect(startServerKeys, []);
  const list = useServers((state) => state.list);
  const state = useServers((known) => known.state);
  if (namespace === undefined || id === undefined) {
    return <p className="servers-none">This game has no namespaces, so nothing can run here. Make one first.</p>;
  }
  const place = { instance_id: instance.id, game_id: gameId, namespace_id: id };
  const open = (server: string | undefined) =>
    replaceWith({ page: 'game', instanceId: instance.id, gameId, tab: 'servers', namespaceId: id, serverId: server });
  const isListed = state.problem?.code !== 'NOT_OFFERED';
  return (
    <div className="servers" data-open={serverId === undefined ? undefined : ''}>
      <div className="stable">
        <TableBar instance={instance} game={game} place={place} />
        {state.stale_since !== undefined && (
          <p className="stable-stale" role="status">
            As of {clockWords(state.stale_since)}. {state.problem?.message ?? `${instance.name} does not answer now.`}
          </p>
        )}
        {isListed ? (
          <ServerTable place={place} openId={serverId} onOpen={open} versions={game.versions} />
        ) : (
          <PinnedServers place={place} openId={serverId} onOpen={open} why={state.problem?.message ?? ''} />
        )}
      </div>
      {serverId === undefined ? (
        <NothingOpen list={list} isListed={isListed} />
      ) : (
        <Inspector
          key={serverId}
          instance={instance}
          target={{ ...place, server_id: serverId }}
          versions={game.versions}
          onClose={() => open(undefined)}
          onOpen={open}
        />
      )}
      <CreateServerDialog place={place} namespace={namespace} versions={game.versions} onOpen={open} />
    </div>
  );
}

function NothingOpen({ list, isListed }: { list: readonly Server[] | undefined; isListed: boolean }) {
  if (isListed && (list === undefined || list.length === 0)) return <section className="insp insp-none" />;
  return (
    <section className="insp insp-none">
      <p className="faint">Open a server to see what it does, uses and writes.</p>
    </section>
  );
}
