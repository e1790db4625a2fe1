// What runs where: a row for each game, a column for each instance, the namespaces in the cells. One focus stop, moved by arrows.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/use-now.ts';
import { GameLogo } from '../games/game-logo.tsx';
import { formatAway } from '../instances/how-old.ts';
import { instanceAside, instanceGlyph, instanceLine } from '../instances/instances-selectors.ts';
import styles from './home.module.css';
import { HomeCell } from './home-cell.tsx';
import { type HomeRow, playersOf } from './home-selectors.ts';

type Props = { rows: readonly HomeRow[]; instances: readonly InstanceView[]; onlyProd: boolean };
type Stop = { row: number; column: number };

/** Of more games than this the first are drawn; the others are in the sidebar and found by the search. */
const MOST_ROWS = 200;

export function HomeMatrix({ rows: all, instances, onlyProd }: Props) {
  const rows = useMemo(() => all.slice(0, MOST_ROWS), [all]);
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Stop>({ row: 0, column: 0 });
  const stop = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, instances.length - 1) };
  useFirstFocus(grid, rows.length > 0);
  const move = (event: KeyboardEvent) => {
    const next = gridStep(event, stop, { row: rows.length - 1, column: instances.length - 1 });
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    cellAt(grid.current, next)?.focus();
  };
  return (
    <div className={styles.scroll}>
      <div
        ref={grid}
        role="grid"
        aria-label={t('What runs where')}
        className={styles.matrix}
        style={{
          gridTemplateColumns: `var(--home-game-width) repeat(${instances.length}, minmax(var(--home-cell-width), 1fr))`,
        }}
        tabIndex={-1}
        onKeyDown={move}
      >
        <div role="row" className={styles.row}>
          <div role="columnheader" className={classNames(styles.top, styles.first)}>
            {t('Game')}
          </div>
          {instances.map((instance) => (
            <InstanceHead key={instance.id} instance={instance} />
          ))}
        </div>
        {rows.map((row, n) => (
          <div key={row.key} role="row" className={styles.row}>
            <GameHead row={row} />
            {instances.map((instance, column) => (
              <HomeCell
                key={instance.id}
                instance={instance}
                row={row.cells.get(instance.id)}
                onlyProd={onlyProd}
                at={`${n} ${column}`}
                isStop={n === stop.row && column === stop.column}
                onFocus={() => setAt({ row: n, column })}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length > rows.length && (
        <p className={styles.others}>
          {t('{n} more games are in the sidebar. Search to go to one of them.', { n: all.length - rows.length })}
        </p>
      )}
    </div>
  );
}

/** Whoever lands here can move at once; whoever holds the focus elsewhere keeps it. */
function useFirstFocus(grid: { current: HTMLElement | null }, isThere: boolean): void {
  useEffect(() => {
    if (isThere && document.activeElement === document.body)
      cellAt(grid.current, { row: 0, column: 0 })?.focus({ preventScroll: true });
  }, [grid, isThere]);
}

function cellAt(grid: HTMLElement | null, { row, column }: Stop): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`) ?? null;
}

function gridStep(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: Stop,
  last: Stop,
): Stop | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Record<string, Stop> = {
    ArrowDown: { row: row + 1, column },
    j: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    k: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    Home: { row: 0, column },
    End: { row: last.row, column },
  };
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (next === undefined) return undefined;
  return { row: between(next.row, last.row), column: between(next.column, last.column) };
}

function between(n: number, last: number): number {
  return Math.max(0, Math.min(last, n));
}

/** One that does not answer says so, and when it was there last. */
function InstanceHead({ instance }: { instance: InstanceView }) {
  const now = useNow(instance.state === 'reconnecting');
  const isAway = instance.state !== 'connected';
  const words = isAway ? (formatAway(instance, now) ?? instanceLine(instance, now)) : instanceAside(instance, now);
  return (
    <div role="columnheader" className={styles.top}>
      <StateGlyph state={instanceGlyph(instance.state)} />
      <b className={shared.ellipsis}>{instance.name}</b>
      <span className={classNames(shared.faint, shared.ellipsis, isAway ? styles.away : shared.mono)} title={words}>
        {words}
      </span>
    </div>
  );
}

function GameHead({ row }: { row: HomeRow }) {
  const [first] = row.cells;
  const players = playersOf(row);
  return (
    <div role="rowheader" className={classNames(styles.game, styles.first)}>
      {first !== undefined && <GameLogo id={first[1].id} instance_id={first[0]} url={first[1].logo_url} size={24} />}
      <div className={styles.gameWords}>
        <b className={shared.ellipsis} title={row.name}>
          {row.name}
        </b>
        <small>{players === 0 ? t('no players') : plural(players, '{n} player', '{n} players')}</small>
      </div>
    </div>
  );
}
