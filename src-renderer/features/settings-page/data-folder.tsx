// Where Local keeps its data, with what this window can do about it.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { LocalView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatSize } from '../../ui/format.ts';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { whyCannotPickFolder, whyCannotShowFolder } from '../host/host-selectors.ts';
import { askChooseFolder, showFolder } from '../instances/instances-actions.ts';
import { useInstances } from '../instances/instances-store.ts';
import { Setting } from '../settings/setting.tsx';
import styles from '../settings/settings.module.css';

type Props = { local: LocalView | undefined; host: HostView | undefined; requested: string | undefined };

/** `requested` is the folder the settings name; the instance says which one is in use. */
export function DataFolder({ local, host, requested }: Props) {
  const busy = useInstances((state) => (local === undefined ? undefined : state.busy[local.id]));
  const folder = local?.data_folder ?? requested;
  const missing = local === undefined ? t('Local is not known yet') : undefined;
  return (
    <Setting
      title={t('Data folder')}
      text={[
        t('Games, versions and builds of Local. Local restarts when it changes; the old folder stays as it is.'),
        ...(local?.free_bytes === undefined ? [] : [t('{size} free.', { size: formatSize(local.free_bytes) })]),
      ].join(' ')}
      more={
        <p className={styles.path}>
          <span className={classNames(shared.mono, shared.selectable)}>{folder ?? t('the default location')}</span>
          {folder !== undefined && <CopyButton text={folder} label={t("Copy the data folder's path")} />}
        </p>
      }
    >
      <div data-slot="setting-row" className={settingsPageStyles.row}>
        <Button
          icon="open"
          disabledReason={missing ?? whyCannotShowFolder(host)}
          onClick={() => local !== undefined && void showFolder(local.id)}
        >
          {t('Show in folder')}
        </Button>
        <Button
          icon="folder"
          busy={busy === 'choose_folder'}
          disabledReason={missing ?? whyCannotPickFolder(host)}
          onClick={() => local !== undefined && void askChooseFolder(local)}
        >
          {t('Choose another')}
        </Button>
      </div>
    </Setting>
  );
}
