// A version on the shelf: it can be dragged to a lane, or brought there by keyboard.
import { memo, useEffect, useRef, useState } from 'react';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { draggableRow } from '../../ui/row-drag.ts';
import tagStyles from '../../ui/tag.module.css';
import { useNow } from '../../ui/use-now.ts';
import { setDragged } from '../board/board-actions.ts';
import { formatMarks } from '../namespaces/roll-back-selectors.ts';
import styles from './version-list.module.css';
import { formatRow, type VersionListRow } from './version-list-selectors.ts';
import { selectVersion } from './versions-actions.ts';

type Props = { row: VersionListRow; index: number; count: number; top: number; isSelected: boolean; isStop: boolean };

/** While it is dragged, a dashed slot keeps its place. */
export const VersionRow = memo(function VersionRow({ row, index, count, top, isSelected, isStop }: Props) {
  useLanguage();
  const element = useRef<HTMLLIElement>(null);
  const isDragged = useDraggable(element, row);
  const now = useNow(true, 30_000);
  const marks = formatMarks(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the focus selects too, and keys move it
    <li
      ref={element}
      className={classNames(styles.row, isSelected && styles.isSelected, isDragged && styles.isDragged)}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-version={row.id}
      tabIndex={isStop ? 0 : -1}
      style={{ top }}
      onClick={() => selectVersion(row.id)}
      onFocus={() => selectVersion(row.id)}
    >
      <Icon name="grip" size={14} />
      <b className={shared.ellipsis}>{row.name}</b>
      <span className={styles.where}>
        {marks !== '' && (
          <span data-slot="tag" className={classNames(tagStyles.tag, tagStyles.bad)}>
            {marks}
          </span>
        )}
        <RunsOn names={row.runsOn} />
        {row.isRolledBack && marks === '' && (
          <span data-slot="tag" className={tagStyles.tag}>
            {t('rolled back')}
          </span>
        )}
      </span>
      <small>{formatRow(row, now)}</small>
    </li>
  );
});

/** Of more than two the first is named, and the others are counted. */
function RunsOn({ names }: { names: readonly string[] }) {
  const shown = names.length > 2 ? names.slice(0, 1) : names;
  return (
    <>
      {shown.map((name) => (
        <span key={name} data-slot="tag" className={tagStyles.tag}>
          {name}
        </span>
      ))}
      {shown.length < names.length && (
        <span data-slot="tag" className={tagStyles.tag} title={names.join(', ')}>
          {t('+ {n}', { n: names.length - shown.length })}
        </span>
      )}
    </>
  );
}

function useDraggable(element: React.RefObject<HTMLElement | null>, { id, name }: VersionListRow): boolean {
  const [isDragged, setIsDragged] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    return draggableRow(element.current, {
      onStart: () => {
        setIsDragged(true);
        setDragged({ version_id: id, name });
      },
      onEnd: () => {
        setIsDragged(false);
        setDragged(undefined);
      },
    });
  }, [element, id, name]);
  return isDragged;
}
