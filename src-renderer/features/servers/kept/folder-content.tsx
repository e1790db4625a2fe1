// What is in a kept folder, one level at a time.
import type { KeptPlace } from '../../../../src-shared/servers/kept-bridge.ts';
import type { KeptEntry } from '../../../../src-shared/service/kept.ts';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatFileSize } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './kept.module.css';
import { lookInto, saveKept } from './kept-actions.ts';
import type { LookedInto } from './kept-store.ts';

type Props = { place: KeptPlace; top: string; into: LookedInto };

export function FolderContent({ place, top, into }: Props) {
  const { path, entries, more } = into;
  return (
    <div className={styles.content}>
      {path !== top && (
        <button type="button" className={styles.name} onClick={() => void lookInto(place, parentOf(path))}>
          {path.slice(top.length + 1)} ‹
        </button>
      )}
      {entries?.length === 0 && <p className={shared.faint}>{t('Empty.')}</p>}
      <ul>
        {entries?.map((entry) => (
          <li key={entry.name} className={styles.row}>
            <EntryName place={place} path={`${path}/${entry.name}`} entry={entry} />
            <span className={classNames(shared.small, shared.faint, shared.tabular)}>
              {entry.type === 'file' ? formatFileSize(entry.bytes) : ''}
            </span>
            {entry.type === 'file' || entry.type === 'folder' ? (
              <IconButton
                icon="save"
                size="tiny"
                label={t('Download {name}', { name: entry.name })}
                onClick={() => void saveKept(place, `${path}/${entry.name}`)}
              />
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      {more && <p className={shared.faint}>{t('Not everything is listed. Download the folder to see all of it.')}</p>}
    </div>
  );
}

function EntryName({ place, path, entry }: { place: KeptPlace; path: string; entry: KeptEntry }) {
  const look = classNames(shared.mono, shared.small, styles.name);
  if (entry.type !== 'folder') return <span className={look}>{entry.name}</span>;
  return (
    <button type="button" className={look} onClick={() => void lookInto(place, path)}>
      {entry.name}/
    </button>
  );
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
