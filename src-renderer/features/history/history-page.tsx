// The history of a namespace: what ran when, who changed it, how it went; and beside it one moment, as it was then.
import { useEffect, useMemo, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import shared from '../../design/shared.module.css';
import { replaceWith } from '../../routes/route-store.ts';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDay } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import plateStyles from '../../ui/plate.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { inNamespace } from '../instances/in-namespace.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import styles from './history.module.css';
import { followHistory, readHistory } from './history-actions.ts';
import { HistoryList } from './history-list.tsx';
import { type Entry, entriesOf, entryAt, isShown, type Shown } from './history-selectors.ts';
import { useHistory } from './history-store.ts';
import { HistoryStrip } from './history-strip.tsx';
import { MomentPanel } from './moment-panel.tsx';

type Props = {
  instance: InstanceView;
  game: GameFull;
  namespace_id: string | undefined;
  /** The moment that is looked at. */
  at: number | undefined;
};

/** Without a namespace, that of the first one. */
export function HistoryPage({ instance, game, namespace_id, at }: Props) {
  const namespace =
    namespace_id === undefined
      ? game.namespaces[0]
      : game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  if (namespace === undefined) {
    return (
      <p className={plateStyles.empty}>
        {namespace_id === undefined ? t('This game has no namespaces.') : t('This namespace is gone')}
      </p>
    );
  }
  return <Of instance={inNamespace(instance, namespace.namespace_id)} game={game} namespace={namespace} at={at} />;
}

type OfProps = Omit<Props, 'namespace_id'> & { namespace: NamespaceSummary };

function Of({ instance, game, namespace, at }: OfProps) {
  const { namespace_id } = namespace;
  const place = useMemo(
    () => ({ instance_id: instance.id, game_id: game.game_id, namespace_id }),
    [instance.id, game.game_id, namespace_id],
  );
  const rows = useHistory((state) => state.rows);
  const hasMore = useHistory((state) => state.hasMore);
  const problem = useHistory((state) => state.problem);
  const [asked, setShown] = useState<Shown>('all');
  useTitle(t('History of {name}', { name: namespace.name_id }));
  useReading(instance, namespace, place);
  const entries = useMemo(() => entriesOf(rows ?? [], hasMore), [rows, hasMore]);
  const shown = shownOf(entries, asked);
  const entry = entryAt(entries, at, namespace.last_good?.version_id);
  const goTo = (moment: number) => replaceWith({ page: 'game', tab: 'history', ...place, at: moment });
  return (
    <div className={styles.history}>
      <section className={styles.main} aria-labelledby="history-title">
        <Bar game={game} place={place} entries={entries} shown={shown} onShown={setShown} />
        {problem !== undefined && <InlineError title={t('The history could not be read')}>{problem}</InlineError>}
        {rows === undefined && problem === undefined && <div className={shared.loadingBlock} aria-busy="true" />}
        {rows?.length === 0 && <Empty name={namespace.name_id} />}
        {entry !== undefined && (
          <>
            <HistoryStrip entries={entries} entry={entry} name={namespace.name_id} onEntry={goTo} />
            <HistoryList
              entries={entries.filter((one) => isShown(one, shown))}
              entry={entry}
              name={namespace.name_id}
              place={place}
              canCompare={canCompare(instance)}
              onEntry={goTo}
            />
          </>
        )}
      </section>
      {entry !== undefined && (
        <MomentPanel
          key={entry.from}
          instance={instance}
          game={game}
          namespace={namespace}
          place={place}
          entry={entry}
          at={at ?? entry.from}
          onMoment={goTo}
        />
      )}
    </div>
  );
}

function shownOf(entries: readonly Entry[], asked: Shown): Shown {
  return hasOutcomes(entries) ? asked : 'all';
}

/** Whether it is told how any of them went. */
function hasOutcomes(entries: readonly Entry[]): boolean {
  return entries.some(({ row }) => row.outcome !== undefined);
}

function canCompare(instance: InstanceView): boolean {
  return instance.why_not?.compare_moments === undefined;
}

/** Read again when the version changes, when a server crashed or did not start, and when the instance is back. */
function useReading(instance: InstanceView, namespace: NamespaceSummary, place: NamespacePlace): void {
  const isLive = instance.state === 'connected';
  const compares = canCompare(instance);
  const badEnds = useHistory(({ timeline }) => {
    const { crashes = 0, failed_starts: failed = 0 } = timeline?.deployments?.at(-1) ?? {};
    return crashes + failed;
  });
  const { version_id, last_good: back } = namespace;
  useEffect(() => (isLive ? followHistory(place) : undefined), [isLive, place]);
  useEffect(
    () => (isLive ? readHistory(place, compares) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- what runs and how it went are reasons to read, and no part of what is read
    [isLive, place, compares, version_id, back?.version_id, badEnds],
  );
}

type BarProps = {
  game: GameFull;
  place: NamespacePlace;
  entries: readonly Entry[];
  shown: Shown;
  onShown: (shown: Shown) => void;
};

function Bar({ game, place, entries, shown, onShown }: BarProps) {
  const count = (which: Shown) => entries.filter((entry) => isShown(entry, which)).length;
  const oldest = entries.at(-1);
  const names = game.namespaces.map(({ namespace_id: value, name_id: label }) => ({ value, label }));
  return (
    <div className={styles.bar}>
      <h2 className={shared.sectionHeading} id="history-title">
        {t('History of')}
      </h2>
      <Select
        label={t('Namespace')}
        value={place.namespace_id}
        options={names}
        onValue={(namespace_id) => replaceWith({ page: 'game', tab: 'history', ...place, namespace_id })}
      />
      {oldest !== undefined && (
        <span className={classNames(shared.faint, shared.small, shared.ellipsis)}>
          {plural(entries.length, '{n} deployment since {day}', '{n} deployments since {day}', {
            day: formatDay(oldest.from),
          })}
        </span>
      )}
      <span className={shared.grow} />
      {hasOutcomes(entries) && (
        <Segmented
          label={t('Filter deployments')}
          value={shown}
          options={[
            { value: 'all', label: t('All') },
            { value: 'well', label: t('Ran well {n}', { n: count('well') }) },
            { value: 'failed', label: t('Failed {n}', { n: count('failed') }) },
          ]}
          onValue={onShown}
        />
      )}
    </div>
  );
}

function Empty({ name }: { name: string }) {
  return (
    <div className={styles.empty}>
      <h3>{t('Nothing was deployed to {name} yet', { name })}</h3>
      <p>{t('Each version that runs here appears with who switched, what else changed, and how it went.')}</p>
    </div>
  );
}
