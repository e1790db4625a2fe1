// The question which build: a folder or an archive, picked or dropped. The file fields stay in the page while their pickers are open.
import { type ChangeEvent, useRef } from 'react';
import { Icon } from '../../../design/icons.tsx';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import dropzoneStyles from '../../../ui/dropzone.module.css';
import { useHost } from '../../host/host-store.ts';
import styles from './choose.module.css';
import { pickFolder, takePicked } from './choose-actions.ts';

const FOLDER_ID = 'choose-folder';
const ARCHIVES = '.zip,.tar,.tgz,.gz,.zst,.lz4,.js,.mjs,.cjs,.x86_64';

/** A shell with a picker of its own uses that, as it knows paths; a browser has file fields. */
export function ChooseStep() {
  const hasPicker = useHost((state) => state.host?.abilities.pick_folder === true);
  const archive = useRef<HTMLInputElement>(null);
  const folder = () => {
    if (hasPicker) void pickFolder();
    else document.getElementById(FOLDER_ID)?.click();
  };
  return (
    <div className={dialogStyles.body}>
      <div className={classNames(styles.zone, dropzoneStyles.dropzone)}>
        <Icon name="folder" />
        <span>{t('Drop the folder or archive of a server anywhere in this window')}</span>
        <div className={dropzoneStyles.row}>
          <Button kind="primary" onClick={folder}>
            {t('Choose a folder')}
          </Button>
          <Button onClick={() => archive.current?.click()}>{t('Choose an archive')}</Button>
        </div>
      </div>
      <input
        ref={archive}
        hidden
        type="file"
        accept={ARCHIVES}
        aria-label={t('Archive of a build')}
        onChange={(event) => void pick(event)}
      />
    </div>
  );
}

/** In the page at all times, so that it can be clicked from anywhere. */
export function FolderField() {
  return (
    <input
      id={FOLDER_ID}
      hidden
      type="file"
      ref={asFolderField}
      aria-label={t('Folder of a build')}
      onChange={(event) => void pick(event)}
    />
  );
}

/** React knows no attribute for it. */
function asFolderField(field: HTMLInputElement | null): void {
  if (field !== null) field.webkitdirectory = true;
}

async function pick({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
  const files = [...(target.files ?? [])];
  // The same folder may be picked again.
  target.value = '';
  await takePicked(files);
}
