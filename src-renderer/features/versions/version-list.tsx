// The shelf: the versions of the game, newest first, and what is on its way to become one.
import { useEffect, useMemo, useRef } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { ownVersions } from '../../../src-shared/versions/first-version.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import dropzoneStyles from '../../ui/dropzone.module.css';
import fieldStyles from '../../ui/field.module.css';
import { formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import kbdStyles from '../../ui/kbd.module.css';
import stateLabelStyles from '../../ui/state-label.module.css';
import { isLong } from '../board/board-order.ts';
import { useBoard } from '../board/board-store.ts';
import { PartMap } from '../transfers/part-map.tsx';
import { followParts } from '../transfers/transfers-actions.ts';
import { useTransfers } from '../transfers/transfers-store.ts';
import styles from './version-list.module.css';
import { VersionListRows } from './version-list-rows.tsx';
import {
  comingVersions,
  fittingRows,
  formatComing,
  percentOf,
  type VersionListRow,
  versionListRows,
} from './version-list-selectors.ts';
import { clearVersionList, filterVersions, MOST_FOLLOWED, setVersionListOpen } from './versions-actions.ts';
import { useVersions } from './versions-store.ts';

/** `onUpload` asks for the build that becomes a new version. */
type Props = { instance: InstanceView; game: GameFull; onUpload: () => void };

/** A column beside the lanes; a drawer over them where there is no room. */
export function VersionList({ instance, game, onUpload }: Props) {
  useEffect(() => clearVersionList, [instance.id, game.game_id]);
  const isOut = useVersions((state) => state.isOut);
  const transfers = useTransfers((state) => state.list);
  const coming = useMemo(() => comingVersions(transfers ?? [], instance.id, game), [transfers, instance.id, game]);
  const rows = useRows(game);
  const count = ownVersions(game).length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape puts the drawer back
    <aside
      data-slot="shelf"
      className={classNames(styles.list, isOut && styles.isOut)}
      aria-labelledby="shelf-title"
      onKeyDown={(event) => event.key === 'Escape' && setVersionListOpen(false)}
    >
      <Bar count={count} onUpload={onUpload} />
      {coming.length > 0 && (
        <ul className={styles.coming} aria-label={t('On the way')}>
          {coming.map((transfer) => (
            <Coming key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
      {rows.length > 0 && <VersionListRows rows={rows} place={{ instance_id: instance.id, game_id: game.game_id }} />}
      {rows.length === 0 && count > 0 && <p className={styles.none}>{t('No matching versions.')}</p>}
      {count === 0 && coming.length === 0 && (
        <button type="button" className={classNames(dropzoneStyles.dropzone, styles.drop)} onClick={onUpload}>
          <Icon name="upload" />
          {t('Drop a build here')}
        </button>
      )}
      <Foot isCut={game.namespaces.length > MOST_FOLLOWED} isTyped={isLong(game)} />
    </aside>
  );
}

function useRows(game: GameFull): readonly VersionListRow[] {
  const builds = useVersions((state) => state.builds);
  const filter = useVersions((state) => state.filter);
  const timelines = useBoard((state) => state.timelines);
  const rows = useMemo(() => versionListRows({ game, builds, timelines }), [game, builds, timelines]);
  return useMemo(() => fittingRows(rows, filter), [rows, filter]);
}

function Bar({ count, onUpload }: { count: number; onUpload: () => void }) {
  const filter = useVersions((state) => state.filter);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = filter !== undefined;
  useEffect(() => field.current?.focus(), [isOpen]);
  return (
    <div className={styles.bar}>
      {isOpen ? (
        <input
          ref={field}
          data-slot="input"
          className={classNames(fieldStyles.input, shared.grow)}
          aria-label={t('Find a version')}
          data-find=""
          placeholder={t('Name or namespace')}
          spellCheck={false}
          value={filter}
          onChange={(event) => filterVersions(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            filterVersions(undefined);
          }}
        />
      ) : (
        <>
          <h2 className={shared.sectionHeading} id="shelf-title">
            {t('Versions')}
          </h2>
          <span className={classNames(shared.faint, shared.small, shared.tabular)}>{formatCount(count)}</span>
          <span className={shared.grow} />
        </>
      )}
      {isOpen && (
        <h2 className={shared.visuallyHidden} id="shelf-title">
          {t('Versions')}
        </h2>
      )}
      <IconButton
        icon={isOpen ? 'x' : 'filter'}
        label={isOpen ? t('Show all versions') : t('Find a version')}
        data-find={isOpen ? undefined : ''}
        onClick={() => filterVersions(isOpen ? undefined : '')}
      />
      <IconButton icon="plus" label={t('Upload a build')} onClick={onUpload} />
      <span className={styles.close}>
        <IconButton icon="chevron-right" label={t('Show fewer versions')} onClick={() => setVersionListOpen(false)} />
      </span>
    </div>
  );
}

function Coming({ transfer }: { transfer: TransferView }) {
  const { id } = transfer;
  useEffect(() => followParts(id), [id]);
  const map = useTransfers((state) => state.maps[id]);
  const percent = percentOf(transfer);
  return (
    <li className={styles.row}>
      <Icon name="grip" size={14} />
      <b className={shared.ellipsis}>{transfer.name}</b>
      <span data-slot="state" className={classNames(stateLabelStyles.state, shared.go)}>
        {percent === undefined ? '' : `${percent}%`}
      </span>
      <PartMap map={map} form="compact" />
      <small>{formatComing(transfer)}</small>
    </li>
  );
}

/** `isCut`: builds filed under further namespaces show no size. `isTyped`: namespaces are too many to drag to. */
function Foot({ isCut, isTyped }: { isCut: boolean; isTyped: boolean }) {
  const l = (
    <kbd data-slot="key" className={kbdStyles.key}>
      L
    </kbd>
  );
  return (
    <div className={styles.foot}>
      <Icon name="grip" size={14} />
      <span>
        {isTyped
          ? rich('Press {l} with a version selected, then type the name of a namespace.', { l })
          : rich('Drag a version on a lane to run it there, or press {l} with a version selected.', { l })}{' '}
        {isCut && t('Sizes are shown for builds of the first {count} namespaces.', { count: MOST_FOLLOWED })}
      </span>
    </div>
  );
}
