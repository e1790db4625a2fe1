// What changed in a game: deployments, uploads, settings, servers; each with who and where.
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { ActivityChange } from '../../../src-shared/activity/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';
import { InlineError } from '../../ui/inline-error.tsx';
import listPageStyles from '../../ui/list-page.module.css';
import { listStep } from '../../ui/list-step.ts';
import { Select } from '../../ui/select.tsx';
import tableStyles from '../../ui/table/table.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './activity.module.css';
import { useActivity } from './activity-store.ts';
import { ChangeRow } from './change-row.tsx';
import { followChanges, forgetChanges } from './changes-actions.ts';
import { byDay, type ChangeFilter, formatMaker, isListed, namespaceOf, whoOf } from './changes-selectors.ts';
import { ViewChoice } from './view-choice.tsx';

type Props = { instance: InstanceView; game: GameFull };

/** Newest first, by day. */
export function ChangesPage({ instance, game }: Props) {
  const told = useActivity((state) => state.changes);
  const problem = useActivity((state) => state.changesProblem);
  const [filter, setFilter] = useState<ChangeFilter>({ namespace_id: 'all', who: 'anyone', text: '' });
  useChanges(instance, game);
  const all = told?.changes ?? [];
  const listed = all.filter((change) => isListed(change, filter, namespaceOf(game, change)));
  return (
    <div className={listPageStyles.page}>
      <div className={listPageStyles.list}>
        <Bar instance={instance} game={game} all={all} filter={filter} onFilter={setFilter} />
        <div className={styles.changes}>
          {problem !== undefined && <InlineError title={t('The changes could not be read')}>{problem}</InlineError>}
          {told === undefined && problem === undefined && <div className={shared.loadingBlock} aria-busy="true" />}
          {told !== undefined && listed.length === 0 && <None isFiltered={all.length > 0} />}
          <Days instance={instance} game={game} changes={listed} />
          {told?.why_not.map((why, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- a sentence has no other name
            <p key={n} className={classNames(shared.small, shared.faint)}>
              {translate(why)}
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Read again when the game says that a version runs elsewhere, is new, or crashed. */
function useChanges({ id, state }: InstanceView, game: GameFull): void {
  const { game_id } = game;
  const news = JSON.stringify([
    game.namespaces.map(({ namespace_id, version_id }) => [namespace_id, version_id]),
    game.versions.map(({ version_id, crashes }) => [version_id, crashes?.count]),
  ]);
  const isLive = state === 'connected';
  useEffect(
    () => (isLive ? followChanges({ instance_id: id, game_id }) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- news are a reason to read, and no part of what is read
    [isLive, id, game_id, news],
  );
  useEffect(() => forgetChanges, []);
}

type BarProps = Props & {
  all: readonly ActivityChange[];
  filter: ChangeFilter;
  onFilter: (filter: ChangeFilter) => void;
};

function Bar({ instance, game, all, filter, onFilter }: BarProps) {
  const makers = [...new Set(all.flatMap((change) => whoOf(change) ?? []))];
  return (
    <div className={classNames(listPageStyles.bar, styles.wideBar)}>
      <ViewChoice instance_id={instance.id} game_id={game.game_id} view="changes" />
      <Select
        label={t('Namespace')}
        value={filter.namespace_id}
        options={[
          { value: 'all', label: t('All namespaces') },
          ...game.namespaces.map(({ namespace_id: value, name_id: label }) => ({ value, label })),
        ]}
        onValue={(namespace_id) => onFilter({ ...filter, namespace_id })}
      />
      <Select
        label={t('Changed by')}
        value={filter.who}
        options={[
          { value: 'anyone', label: t('Anyone') },
          ...makers.map((value) => ({ value, label: formatMaker(value) })),
        ]}
        onValue={(who) => onFilter({ ...filter, who })}
      />
      <span className={shared.grow} />
      <div data-slot="input" className={classNames(styles.find, fieldStyles.input, fieldStyles.inputWrap)}>
        <Icon name="search" size={12} />
        <input
          aria-label={t('Find a change')}
          placeholder={t('Find')}
          data-find=""
          value={filter.text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onFilter({ ...filter, text: target.value })}
        />
      </div>
    </div>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={tableStyles.empty}>
      <h2>{isFiltered ? t('No matching changes') : t('Nothing has changed yet')}</h2>
      <p>
        {isFiltered
          ? t('Choose other namespaces or people, or search for something else.')
          : t('Deployments, uploads, settings and servers appear here, with who changed them and from where.')}
      </p>
    </div>
  );
}

/** One stop of the Tab key for the rows of each day; arrows or J and K go from one to the next, also of the next day. */
function Days({ instance, game, changes }: Props & { changes: readonly ActivityChange[] }) {
  const now = useNow(true, 60_000);
  const [stop, setStop] = useState<string>();
  const stopOf = (ofDay: readonly ActivityChange[]) => (ofDay.find(({ id }) => id === stop) ?? ofDay[0])?.id;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-change]')];
    const at = rows.findIndex((row) => row === document.activeElement);
    const next = at === -1 ? undefined : rows[listStep(event, at, rows.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div onKeyDown={move}>
      {byDay(changes, now).map(({ day, changes: ofDay }) => (
        <section key={day} aria-label={day}>
          <h2 className={shared.sectionHeading}>{day}</h2>
          <ul data-slot="plate" className={styles.changeList}>
            {ofDay.map((change) => (
              <ChangeRow
                key={change.id}
                change={change}
                instance_id={instance.id}
                game={game}
                isStop={change.id === stopOf(ofDay)}
                onFocus={() => setStop(change.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
