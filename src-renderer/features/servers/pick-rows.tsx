// Which rows of the table of servers are selected, by presses and by keys.
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { t } from '../../text/t.ts';
import { PickBox } from './server-row.tsx';
import { selectOnly, selectServers } from './servers-actions.ts';
import type { ServerRow as Row } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';

/** Selects rows one by one, or all between the last one and this. */
export function usePicking(shown: readonly Row[]) {
  const last = useRef<string>(undefined);
  const rowsNow = useRef(shown);
  useLayoutEffect(() => {
    rowsNow.current = shown;
  });
  // The same one all the time, or each row would be drawn again with it.
  const pick = useCallback((key: string, how: 'one' | 'range') => {
    const all = rowsNow.current;
    const rows = how === 'range' ? between(all, last.current ?? key, key) : all.filter((row) => row.key === key);
    const { selected } = useServers.getState();
    const isOff = how === 'one' && rows.every(({ server }) => selected.has(server.id));
    selectServers(idsOf(rows), !isOff);
    last.current = key;
  }, []);
  return {
    pick,
    step: (from: string | undefined, to: string) => {
      const rows = shown.filter(({ key }) => key === from || key === to);
      selectServers(idsOf(rows), true);
      last.current = to;
    },
    press: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && useServers.getState().selected.size > 0) {
        event.stopPropagation();
        selectOnly([]);
      }
      if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      selectOnly(idsOf(shown));
    },
  };
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ server }) => server.id);
}

function between(rows: readonly Row[], one: string, other: string): readonly Row[] {
  const ends = [one, other].map((key) => rows.findIndex((row) => row.key === key)).toSorted((a, b) => a - b);
  const [from = 0, to = 0] = ends;
  return from < 0 ? rows.slice(to, to + 1) : rows.slice(from, to + 1);
}

/** The box of all rows, or of those of a namespace. */
export function PickAll({ rows, name }: { rows: readonly Row[]; name?: string }) {
  const selected = useServers((state) => state.selected);
  const count = rows.filter(({ server }) => selected.has(server.id)).length;
  const state = count === 0 ? 'none' : count < rows.length ? 'some' : 'all';
  const label = name === undefined ? t('Select all servers') : t('Select all servers of {name}', { name });
  return <PickBox label={label} state={state} onPick={() => selectServers(idsOf(rows), state !== 'all')} />;
}
