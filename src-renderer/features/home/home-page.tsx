// Home: all games of all instances, what runs where, and what needs somebody now.
import { useEffect, useMemo, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { plural, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { openBuildChooser } from '../builds/choose/choose-actions.ts';
import { useGames } from '../games/games-store.ts';
import { openInstanceOf } from '../instances/instances-selectors.ts';
import { useInstances } from '../instances/instances-store.ts';
import { totalOf } from '../transfers/transfers-selectors.ts';
import { useTransfers } from '../transfers/transfers-store.ts';
import styles from './home.module.css';
import { followAllGames } from './home-actions.ts';
import { HomeChanges } from './home-changes.tsx';
import { HomeMatrix } from './home-matrix.tsx';
import { type HomeRow, homeRows, playersOf, serversAlive, type Trouble, troublesOf } from './home-selectors.ts';
import { HomeSide } from './home-side.tsx';
import { useHome } from './home-store.ts';

type Props = { instances: readonly InstanceView[] };

/** Games that have the same name on several instances are one row. */
export function HomePage({ instances }: Props) {
  const ids = instances.map(({ id }) => id).join(' ');
  useEffect(() => followAllGames(ids.split(' ')), [ids]);
  useTitle(t('Overview'));
  const games = useGames((state) => state.games);
  const rows = useMemo(() => homeRows(instances, games), [instances, games]);
  const [show, setShow] = useState<'all' | 'prod'>('all');
  const { views, servers } = useHome();
  const troubles = useMemo(() => troublesOf({ rows, instances, views, servers }), [rows, instances, views, servers]);
  return (
    <div className={styles.home}>
      <Head rows={rows} instances={instances} troubles={troubles} />
      <div className={styles.body}>
        <HomeSide instances={instances} troubles={troubles} />
        <div className={styles.left}>
          <div className={styles.bar}>
            <h2>{t('What runs where')}</h2>
            <span className={shared.grow} />
            <Segmented
              label={t('Namespaces')}
              value={show}
              options={[
                { value: 'all', label: t('Everything') },
                { value: 'prod', label: t('Prod only') },
              ]}
              onValue={setShow}
            />
          </div>
          <HomeMatrix rows={rows} instances={instances} onlyProd={show === 'prod'} />
          <HomeChanges rows={rows} instances={instances} />
        </div>
      </div>
    </div>
  );
}

type HeadProps = Props & { rows: readonly HomeRow[]; troubles: readonly Trouble[] };

function Head({ rows, instances, troubles }: HeadProps) {
  const { views, servers } = useHome();
  const list = useTransfers((state) => state.list);
  const players = rows.reduce((sum, row) => sum + playersOf(row), 0);
  const alive = serversAlive({ rows, instances, views, servers });
  const { uploading } = totalOf(list ?? []);
  const many = { games: plural(rows.length, '{n} game', '{n} games') };
  const down = troubles.filter(({ need }) => need.kind === 'down').length;
  return (
    <header className={styles.head}>
      <div className={shared.grow}>
        <h1>{t('Overview')}</h1>
        <p>{plural(instances.length, '{games} on {n} instance', '{games} on {n} instances', many)}</p>
      </div>
      <Figure n={players} words={plural(players, 'player now', 'players now')} isLive={players > 0} />
      {alive !== undefined && <Figure n={alive} words={plural(alive, 'server', 'servers')} />}
      {uploading > 0 && <Figure n={uploading} words={t('uploading')} />}
      {down > 0 && <Figure n={down} words={plural(down, 'namespace down', 'namespaces down')} />}
      <UploadButton instances={instances} kind={down > 0 ? 'plain' : 'primary'} />
    </header>
  );
}

/** It goes to the instance that is open, or to the first that takes builds where its token may not send any. */
function UploadButton({ instances, kind }: Props & { kind: 'plain' | 'primary' }) {
  const open = useInstances(openInstanceOf);
  const takes = [open, ...instances].find((one) => one !== undefined && one.why_not?.upload_build === undefined);
  const off = takes === undefined ? translate(open?.why_not?.upload_build) : undefined;
  return (
    <Button
      kind={kind}
      icon="upload"
      disabledReason={off}
      onClick={() => openBuildChooser(takes === undefined || takes === open ? {} : { instance_id: takes.id })}
    >
      {t('Upload build')}
    </Button>
  );
}

function Figure({ n, words, isLive = false }: { n: number; words: string; isLive?: boolean }) {
  return (
    <div className={styles.figure}>
      <b className={classNames(shared.tabular, isLive && styles.live)}>{formatCount(n)}</b>
      <span>{words}</span>
    </div>
  );
}
