// The versions on the shelf as a list of any length: arrows move through it, and the selected one has a menu.
import type { KeyboardEvent } from 'react';
import { requestPromotion } from '../../routes/promote-request.ts';
import { phrase, t } from '../../text/t.ts';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { listStep } from '../../ui/list-step.ts';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import { useTextLength } from '../../ui/text-size.ts';
import { type RowInSight, type RowsInSight, useRowsInSight } from '../../ui/use-rows-in-sight.ts';
import type { GamePlace } from '../namespaces/namespaces-store.ts';
import { launchSelected } from './version-keys.ts';
import styles from './version-list.module.css';
import type { VersionListRow } from './version-list-selectors.ts';
import { VersionRow } from './version-row.tsx';
import { selectVersion } from './versions-actions.ts';
import { useVersions } from './versions-store.ts';

const ROW_PX = 51;

type Props = { rows: readonly VersionListRow[]; place: GamePlace };

/** One stop of the Tab key; arrows or J and K move the selection, Enter does what L does. */
export function VersionListRows({ rows, place }: Props) {
  const rowHeight = useTextLength(ROW_PX);
  const selected = useVersions((state) => state.selected);
  const index = rows.findIndex(({ id }) => id === selected);
  const stop = Math.max(0, index);
  const { scroller, height, rows: inSight, show } = useRowsInSight({ count: rows.length, rowHeight, around: 8 });
  return (
    <div ref={scroller} className={styles.scroll}>
      <ul
        role="listbox"
        aria-labelledby="shelf-title"
        style={{ height }}
        onKeyDown={(event) => press(event, { rows, place, stop, scroller, show })}
      >
        {inSight.map(({ index: at, top }) => {
          const row = rows[at];
          if (row === undefined) return null;
          return (
            <VersionRow
              key={row.id}
              row={row}
              index={at}
              count={rows.length}
              top={top}
              isSelected={row.id === selected}
              isStop={at === stop}
            />
          );
        })}
      </ul>
      <SelectedMenu row={rows[index]} index={index} inSight={inSight} place={place} />
    </div>
  );
}

type Press = Props & { stop: number } & Pick<RowsInSight, 'scroller' | 'show'>;

function press(event: KeyboardEvent, { rows, place, stop, scroller, show }: Press): void {
  if (event.key === 'Enter' && launchSelected(place)) {
    event.preventDefault();
    return;
  }
  const next = listStep(event, stop, rows.length);
  const row = rows[next ?? -1];
  if (next === undefined || row === undefined) return;
  event.preventDefault();
  selectVersion(row.id);
  show(next);
  focusRow(scroller.current, next);
}

type SelectedProps = {
  row: VersionListRow | undefined;
  index: number;
  inSight: readonly RowInSight[];
  place: GamePlace;
};

/** None while its row is scrolled away. */
function SelectedMenu({ row, index, inSight, place }: SelectedProps) {
  const shown = inSight.find(({ index: at }) => at === index);
  if (row === undefined || shown === undefined) return null;
  return <VersionMenu place={place} row={row} top={shown.top} />;
}

/** Not when the focus has gone elsewhere meanwhile, to a lane say. */
function focusRow(scroller: HTMLElement | null, index: number): void {
  const { activeElement } = document;
  if (activeElement !== document.body && scroller?.contains(activeElement) !== true) return;
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
}

type MenuProps = { place: GamePlace; row: VersionListRow; top: number };

/** `top` is its row's offset in pixels. */
function VersionMenu({ place, row: { id, name }, top }: MenuProps) {
  return (
    <div className={styles.menu} style={{ top }}>
      <Menu
        label={t('Actions for {name}', { name })}
        trigger={<IconButton icon="dots" size="tiny" label={t('Menu of {name}', { name })} />}
      >
        <MenuItem onClick={() => launchSelected(place)}>{t('Run it on a namespace')}</MenuItem>
        <MenuItem
          onClick={() => requestPromotion({ fromInstance: place.instance_id, fromGame: place.game_id, version: id })}
        >
          {t('Promote it elsewhere…')}
        </MenuItem>
        <MenuRule />
        <MenuItem onClick={() => void copyId(name, id)}>{t('Copy the version id')}</MenuItem>
      </Menu>
    </div>
  );
}

async function copyId(name: string, id: string): Promise<void> {
  if (await copyText(id)) say({ state: 'done', title: phrase('Copied the id of {name}', { name }), detail: id });
  else say({ state: 'failed', title: phrase('The system did not allow copying'), detail: id });
}
