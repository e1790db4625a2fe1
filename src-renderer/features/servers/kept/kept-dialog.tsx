// The kept folders of a namespace: what is in them, and their snapshots. What would be lost is asked about where it stands.
import { useEffect } from 'react';
import type { InstanceView } from '../../../../src-shared/instances/bridge.ts';
import type { NamespacePlace } from '../../../../src-shared/servers/bridge.ts';
import type { KeptSet } from '../../../../src-shared/service/kept.ts';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { counted, formatFileSize } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { whyReadOnly } from '../../instances/instances-selectors.ts';
import { useServers } from '../servers-store.ts';
import styles from './kept.module.css';
import { changeKept, lookInto, readKept, saveKept, setKeptOpen } from './kept-actions.ts';
import { FolderContent } from './kept-content.tsx';
import { Snapshots } from './kept-snapshots.tsx';
import { useKept } from './kept-store.ts';

type Props = { instance: InstanceView; place: NamespacePlace; namespace: string };

/** Is open while the store says so, and no longer than its namespace is looked at. */
export function KeptDialog({ instance, place, namespace }: Props) {
  const isOpen = useKept((state) => state.isOpen);
  useEffect(() => () => setKeptOpen(false), [place]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setKeptOpen}
      title={t('Kept folders of {namespace}', { namespace })}
      text={t(
        'Files that stay when servers restart or the version is switched. A build lists these folders under "keep" in its slipway.json.',
      )}
      wide
    >
      <Content instance={instance} place={place} />
    </Dialog>
  );
}

function Content({ instance, place }: Omit<Props, 'namespace'>) {
  const { sets, problem } = useKept();
  // A server takes the folders when it starts and leaves them when it has ended: each such step is read.
  const holders = useServers(({ list }) => list?.map(({ id, state }) => `${id} ${state}`).join());
  useEffect(() => void readKept(place), [place, holders]);
  const off = whyReadOnly(instance);
  return (
    <div className={classNames(styles.kept, dialogStyles.body)}>
      {problem !== undefined && <InlineError title={t('That did not work')}>{problem}</InlineError>}
      {sets?.length === 0 && <p className={shared.dim}>{t('Nothing is kept yet.')}</p>}
      {sets?.map((set) => (
        <OneSet key={set.slot} set={set} place={place} isOnly={sets.length === 1} off={off} />
      ))}
    </div>
  );
}

type SetProps = { set: KeptSet; place: NamespacePlace; isOnly: boolean; off: string | undefined };

function OneSet({ set, place, isOnly, off }: SetProps) {
  const { into, busy } = useKept();
  const at = { ...place, slot: set.slot };
  const inUse =
    set.server_id === undefined
      ? undefined
      : t('Used by server {server}. Stop it first', { server: set.server_id.slice(0, 8) });
  return (
    <section className={styles.set} aria-label={t('Set {number}', { number: String(set.slot) })}>
      <div className={styles.head}>
        <h3>{isOnly ? t('Folders') : t('Set {number}', { number: String(set.slot) })}</h3>
        {set.server_id !== undefined && (
          <span className={classNames(shared.small, shared.faint)}>
            {t('Used by server {server}', { server: set.server_id.slice(0, 8) })}
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
