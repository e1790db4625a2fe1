// One set of kept folders, as one server has them: its folders, and its snapshots.
import type { NamespacePlace } from '../../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../../src-shared/servers/short-server-id.ts';
import type { KeptSet } from '../../../../src-shared/service/kept.ts';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { counted, formatFileSize } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { namespaceKey } from '../../games/place-keys.ts';
import { FolderContent } from './folder-content.tsx';
import styles from './kept.module.css';
import { changeKept, lookInto, saveKept } from './kept-actions.ts';
import { Snapshots } from './kept-snapshots.tsx';
import { useKept } from './kept-store.ts';

type SetProps = { set: KeptSet; place: NamespacePlace; isOnly: boolean; off: string | undefined };

export function OneSet({ set, place, isOnly, off }: SetProps) {
  const into = useKept((state) => state.into);
  const busy = useKept((state) => state.busy[namespaceKey(place)]);
  const at = { ...place, slot: set.slot };
  const inUse =
    set.server_id === undefined
      ? undefined
      : t('Used by server {server}. Stop it first', { server: shortServerId(set.server_id) });
  return (
    <section className={styles.set} aria-label={t('Set {number}', { number: String(set.slot) })}>
      <div className={styles.head}>
        <h3>{isOnly ? t('Folders') : t('Set {number}', { number: String(set.slot) })}</h3>
        {set.server_id !== undefined && (
          <span className={classNames(shared.small, shared.faint)}>
            {t('Used by server {server}', { server: shortServerId(set.server_id) })}
          </span>
        )}
        <span className={shared.grow} />
        <Button
          small
          disabledReason={off}
          busy={busy === 'kept.snapshot'}
          onClick={() => void changeKept(at, 'kept.snapshot')}
        >
          {t('Take a snapshot')}
        </Button>
        <Button
          small
          kind="quiet"
          disabledReason={off ?? inUse}
          busy={busy === 'kept.empty'}
          onClick={() => void changeKept(at, 'kept.empty')}
        >
          {t('Empty')}
        </Button>
      </div>
      {set.folders.length === 0 && (
        <p className={shared.faint}>{t('Empty. The next server starts with the files of its build.')}</p>
      )}
      <ul className={styles.rows}>
        {set.folders.map(({ path, files, bytes }) => {
          const isOpen = into?.slot === set.slot && (into.path === path || into.path.startsWith(`${path}/`));
          return (
            <li key={path}>
              <div className={styles.row}>
                <button
                  type="button"
                  className={classNames(shared.mono, styles.name)}
                  aria-expanded={isOpen}
                  onClick={() => void lookInto(at, isOpen ? undefined : path)}
                >
                  {path}
                </button>
                <span className={classNames(shared.small, shared.faint, shared.tabular)}>
                  {counted(files, 'file')}, {formatFileSize(bytes)}
                </span>
                <IconButton
                  icon="save"
                  size="tiny"
                  label={t('Download {name}', { name: path })}
                  onClick={() => void saveKept(at, path)}
                />
              </div>
              {isOpen && into !== undefined && <FolderContent place={at} top={path} into={into} />}
            </li>
          );
        })}
      </ul>
      <Snapshots set={set} at={at} off={off} inUse={inUse} />
    </section>
  );
}
