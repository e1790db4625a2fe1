// The builds of a game: all of them in a table, and beside it the one that is looked at.
import { useEffect, useMemo } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { replaceWith } from '../../routes/route-store.ts';
import { errorText, t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatDate } from '../../ui/format.ts';
import listPageStyles from '../../ui/list-page.module.css';
import plateStyles from '../../ui/plate.module.css';
import tableStyles from '../../ui/table/table.module.css';
import tagStyles from '../../ui/tag.module.css';
import { dragBuild } from '../desktop/take-out-actions.ts';
import { versionLines } from '../games/games-selectors.ts';
import { useHost } from '../host/host-store.ts';
import { useServers } from '../servers/servers-store.ts';
import { BuildBar } from './build-bar.tsx';
import { BuildDetail } from './build-detail.tsx';
import { BuildTable } from './build-table.tsx';
import styles from './builds.module.css';
import { followBuilds } from './builds-actions.ts';
import { type BuildLine, buildLines, endings, shownLines } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

type Props = { instance: InstanceView; game: GameFull; build_id: string | undefined };

/** On an instance that does not list its builds, its versions stand in their place. */
export function BuildsPage({ instance, game, build_id }: Props) {
  const namespaceIds = game.namespaces.map(({ namespace_id: id }) => id).join(' ');
  useEffect(
    () => followBuilds(instance.id, game.game_id, namespaceIds === '' ? [] : namespaceIds.split(' ')),
    [instance.id, game.game_id, namespaceIds],
  );
  const why = translate(instance.why_not?.list_builds);
  if (why !== undefined) return <PushedVersions game={game} why={why} />;
  return <Builds instance={instance} game={game} build_id={build_id} />;
}

function Builds({ instance, game, build_id }: Props) {
  const lists = useBuilds((state) => state.lists);
  const filter = useBuilds((state) => state.filter);
  const sort = useBuilds((state) => state.sort);
  const ending = useServers(({ known }) => endings(game, known).flat().join(' '));
  // oxlint-disable-next-line react/exhaustive-deps -- of the servers, which tell of more and often, only those that end count
  const lines = useMemo(() => buildLines(lists, game, useServers.getState().known), [lists, game, ending]);
  const shown = useMemo(() => shownLines(lines, filter, sort), [lines, filter, sort]);
  const line = lines.find(({ build }) => build.id === build_id);
  const isRead = game.namespaces.every(({ namespace_id: id }) => isSettled(lists[id]));
  const open = (id: string | undefined) =>
    replaceWith({ page: 'game', instance_id: instance.id, game_id: game.game_id, tab: 'builds', build_id: id });
  const canDrag = useHost((state) => state.host?.abilities.drag_out === true);
  const drag = ({ build, namespace_id }: BuildLine) =>
    void dragBuild({ instance_id: instance.id, game_id: game.game_id, namespace_id, build_id: build.id });
  return (
    <div className={classNames(listPageStyles.page, line !== undefined && styles.withBuild)}>
      <div className={classNames(listPageStyles.list, styles.table)}>
        <BuildBar lines={lines} />
        <Age instance={instance} />
        <BuildTable
          isRead={isRead}
          lines={shown}
          isEmpty={lines.length === 0}
          openId={line?.build.id}
          onOpen={open}
          onDragOut={canDrag ? drag : undefined}
        />
      </div>
      {line !== undefined && (
        <BuildDetail
          key={line.build.id}
          instance={instance}
          game={game}
          line={line}
          lines={lines}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

function isSettled(list: { builds: unknown; problem?: unknown } | undefined): boolean {
  return list !== undefined && (list.builds !== null || list.problem !== undefined);
}

/** What could not be read, and how old the rest is. */
function Age({ instance }: { instance: InstanceView }) {
  const lists = useBuilds((state) => state.lists);
  const stale = Object.values(lists).find((list) => list?.stale_since !== undefined || list?.problem !== undefined);
  if (stale === undefined) return null;
  const { stale_since: since, problem } = stale;
  return (
    <p className={tableStyles.stale} role="status">
      {since !== undefined && `${t('As of {clock}.', { clock: formatClock(since) })} `}
      {errorText(problem) ?? t('{instance} does not answer now.', { instance: instance.name })}
    </p>
  );
}

type PushedProps = { game: GameFull; why: string };

/** Each version was made of one build. Its size, hash and files are unknown from such an instance. */
function PushedVersions({ game, why }: PushedProps) {
  const lines = versionLines(game);
  return (
    <div className={styles.pushed}>
      <p className={classNames(styles.pushedWhy, shared.dim, shared.small)}>
        {why} {t('Sizes, hashes and files of builds are not known here, and builds cannot be deleted from here.')}
      </p>
      <ul className={plateStyles.plate} aria-label={t('Versions, newest first')}>
        {lines.map((line) => (
          <li key={line.id} className={plateStyles.row}>
            <b className={classNames(shared.grow, shared.ellipsis, shared.selectable)}>{line.name}</b>
            <span className={plateStyles.where}>
              {line.runsOn.map((name) => (
                <span key={name} data-slot="tag" className={tagStyles.tag}>
                  {name}
                </span>
              ))}
            </span>
            <small>{formatDate(line.made)}</small>
          </li>
        ))}
        {lines.length === 0 && <li className={plateStyles.empty}>{t('Nothing was uploaded yet.')}</li>}
      </ul>
    </div>
  );
}
