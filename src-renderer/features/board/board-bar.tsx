// The bar over the lanes: how much of the past they show, and the way to a new namespace. On a long board namespaces are found there
// by name and by state.
import type { ReactNode } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';
import { formatCount } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { openNewNamespace } from '../namespaces/namespaces-actions.ts';
import { changeSettings } from '../settings/settings-actions.ts';
import styles from './board.module.css';
import { filterBoard } from './board-actions.ts';
import { fittingNamespaces, isLong, type NamespaceLook } from './board-order.ts';
import { type NamespaceGroup, useBoard } from './board-store.ts';
import longStyles from './long-board.module.css';

/** A period to choose. */
export type Period = { value: TimelineWindow; label: string };

type Props = {
  instance: InstanceView;
  game: GameFull;
  looks: ReadonlyMap<string, NamespaceLook>;
  period: { periods: readonly Period[]; window: TimelineWindow };
  bar: ReactNode;
};

/** `bar` is what else belongs there. */
export function BoardBar({ instance, game, looks, period: { periods, window }, bar }: Props) {
  const isLongBoard = isLong(game);
  return (
    <div className={classNames(styles.bar, isLongBoard && longStyles.bar)}>
      <h2 className={shared.sectionHeading} id="board-title">
        {t('Namespaces')}
      </h2>
      {isLongBoard ? (
        <Find game={game} looks={looks} />
      ) : (
        <span className={classNames(shared.faint, shared.small, shared.tabular)}>{game.namespaces.length}</span>
      )}
      <span className={shared.grow} />
      {isLongBoard ? (
        <States looks={looks} />
      ) : (
        <Segmented
          label={t('Period')}
          value={window}
          options={periods}
          onValue={(next) => void changeSettings({ tape_window: next })}
        />
      )}
      <Button
        small
        icon="plus"
        aria-label={t('New namespace')}
        disabledReason={translate(instance.why_not?.create_namespace) ?? whyCannotChange(instance)}
        onClick={() => openNewNamespace(instance.id, game.game_id)}
      >
        {t('Namespace')}
      </Button>
      {bar}
    </div>
  );
}

/** How many there are, or how many of them were found. */
function Find({ game, looks }: Pick<Props, 'game' | 'looks'>) {
  const filter = useBoard((state) => state.filter);
  const all = formatCount(game.namespaces.length);
  const found = fittingNamespaces(game.namespaces, game, filter, looks).length;
  const isAll = filter.text === '' && filter.show === 'all';
  return (
    <>
      <span className={classNames(shared.faint, shared.small, shared.tabular, longStyles.count)} role="status">
        {isAll ? all : t('{n} of {all}', { n: formatCount(found), all })}
      </span>
      <div data-slot="input" className={classNames(fieldStyles.input, fieldStyles.inputWrap, longStyles.find)}>
        <Icon name="search" size={12} />
        <input
          aria-label={t('Find a namespace')}
          data-find=""
          placeholder={t('Find a namespace')}
          spellCheck={false}
          autoComplete="off"
          value={filter.text}
          onChange={(event) => filterBoard({ text: event.target.value })}
        />
        <Kbd chord={['/']} mac={false} />
      </div>
    </>
  );
}

function States({ looks }: Pick<Props, 'looks'>) {
  const show = useBoard((state) => state.filter.show);
  const counts: Record<NamespaceGroup, number> = { running: 0, silent: 0, crashed: 0, idle: 0 };
  for (const { group } of looks.values()) counts[group] += 1;
  return (
    <Segmented
      label={t('Filter by state')}
      value={show}
      options={[
        { value: 'all', label: t('All') },
        { value: 'running', label: t('Running {running}', { running: formatCount(counts.running) }) },
        ...(counts.silent > 0 || show === 'silent' ? [silentOption(counts.silent)] : []),
        { value: 'crashed', label: t('Crashed {crashed}', { crashed: formatCount(counts.crashed) }) },
        { value: 'idle', label: t('Idle {idle}', { idle: formatCount(counts.idle) }) },
      ]}
      onValue={(next) => filterBoard({ show: next })}
    />
  );
}

/** Rare, so it is there only where it is needed. */
function silentOption(n: number) {
  return { value: 'silent' as const, label: t('Not listening {n}', { n: formatCount(n) }) };
}
