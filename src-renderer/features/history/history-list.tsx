// The deployments of a namespace, one row each: from and to, by whom, how it went, what else changed, when.
import type { KeyboardEvent } from 'react';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { listStep } from '../../ui/list-step.ts';
import plateStyles from '../../ui/plate.module.css';
import { useNowSince } from '../../ui/use-now.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { outcomeWords } from '../namespaces/outcome-words.ts';
import { isJoinable } from '../servers/server-format.ts';
import { readOlder } from './history-actions.ts';
import styles from './history-list.module.css';
import { type Entry, formatChanges, formatWhere, formatWho, nameOf } from './history-selectors.ts';
import { useHistory } from './history-store.ts';

type Props = {
  entries: readonly Entry[];
  /** The one that is looked at. */
  entry: Entry;
  name: string;
  place: NamespacePlace;
  canCompare: boolean;
  onEntry: (at: number) => void;
};

/** One stop of the Tab key; arrows or J and K move in it and open what they come to. */
export function HistoryList({ entries, entry, name, place, canCompare, onEntry }: Props) {
  const at = entries.findIndex(({ from }) => from === entry.from);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // By what has the focus: what is open follows a moment later.
    const rows = [...event.currentTarget.children];
    const step = listStep(
      event,
      rows.findIndex((one) => one === event.target),
      entries.length,
    );
    const next = step === undefined ? undefined : entries[step];
    if (next === undefined) return;
    event.preventDefault();
    onEntry(next.from);
    event.currentTarget.querySelector<HTMLElement>(`[data-moment="${next.from}"]`)?.focus();
  };
  if (entries.length === 0) {
    return <p className={plateStyles.empty}>{t('No deployment of this kind is in this history.')}</p>;
  }
  return (
    <div className={styles.scroller}>
      <ul
        data-slot="plate"
        className={styles.list}
        role="listbox"
        aria-label={t('Deployments of {name}', { name })}
        onKeyDown={move}
      >
        {entries.map((one, index) => (
          <Row
            key={one.from}
            entry={one}
            name={name}
            isOpen={index === at}
            isStop={index === Math.max(0, at)}
            onOpen={() => onEntry(one.from)}
          />
        ))}
      </ul>
      <Older place={place} canCompare={canCompare} />
    </div>
  );
}

type RowProps = { entry: Entry; name: string; isOpen: boolean; isStop: boolean; onOpen: () => void };

function Row({ entry, name, isOpen, isStop, onOpen }: RowProps) {
  const { row, from, to, before } = entry;
  const now = useNowSince(to === undefined ? from : undefined);
  const differences = useHistory((state) => state.changes[row.deploy_ts]);
  const servers = useHistory((state) => state.servers);
  const canJoin = servers && isJoinable(servers, row.version_id);
  const { glyph, words } = outcomeWords({ ...entry, outcome: row.outcome, isJoinable: canJoin }, now);
  const where = formatWhere(row);
  return (
    <li
      className={classNames(styles.row, isOpen && styles.isOpen)}
      role="option"
      aria-selected={isOpen}
      data-moment={from}
      tabIndex={isStop ? 0 : -1}
      onClick={onOpen}
      onFocus={isOpen ? undefined : onOpen}
    >
      <StateGlyph state={glyph} />
      <div>
        <span className={styles.fromTo}>
          {before !== undefined && (
            <>
              <span className={classNames(shared.faint, shared.ellipsis)}>{nameOf(before)}</span>
              <Icon name="arrow" size={12} />
              <span className={shared.visuallyHidden}> {t('becomes')} </span>
            </>
          )}
          <b className={shared.ellipsis}>{nameOf(row)}</b>
        </span>
        <small className={shared.ellipsis} title={where === '' ? undefined : where}>
          {formatWho(row)}
        </small>
      </div>
      <div className={styles.outcome}>
        <span className={glyphColors[glyph]}>{words}</span>
        <small>{formatChanges(entry, differences, name)}</small>
      </div>
      <time className={shared.tabular} dateTime={row.deploy_ts}>
        {formatDate(from)}
      </time>
    </li>
  );
}

function Older({ place, canCompare }: Pick<Props, 'place' | 'canCompare'>) {
  const hasMore = useHistory((state) => state.hasMore);
  const isReading = useHistory((state) => state.isReading);
  if (!hasMore) return null;
  return (
    <Button small kind="quiet" busy={isReading} onClick={() => void readOlder(place, canCompare)}>
      {t('Show older')}
    </Button>
  );
}
