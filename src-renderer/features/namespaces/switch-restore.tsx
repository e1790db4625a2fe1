// The settings of a namespace that come back with a version, on the sheet that rolls back to a moment.
import { t } from '../../text/t.ts';
import { formatDate } from '../../ui/format.ts';
import type { Restore } from './namespaces-store.ts';
import { setupChanges } from './setting-words.ts';
import { Move } from './switch-change-list.tsx';
import styles from './switch-changes.module.css';

/** From how it is set now to how it was then. */
export function RestoreList({ restore: { at, limits, hosting } }: { restore: Restore }) {
  const rows = setupChanges(
    { limits: limits?.after, hosting: hosting?.after },
    { limits: limits?.before, hosting: hosting?.before },
  );
  return (
    <section aria-labelledby="switch-restore">
      <h3 id="switch-restore">{t('Settings of {date} that come back', { date: formatDate(at) })}</h3>
      <div className={styles.changes}>
        {rows.map(({ key, label, before, after }) => (
          <Row key={key} label={label} before={before ?? ''} after={after ?? ''} />
        ))}
      </div>
    </section>
  );
}

function Row({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <>
      <div className={styles.key}>{label}</div>
      <div className={styles.what}>
        <Move before={before} after={after} />
      </div>
      <div className={styles.difference} />
    </>
  );
}
