// The snapshots of a set of kept folders: brought back, or deleted for good after a second word.
import { useState } from 'react';
import type { KeptPlace } from '../../../../src-shared/servers/kept-bridge.ts';
import type { KeptSet, KeptSnapshot } from '../../../../src-shared/service/kept.ts';
import shared from '../../../design/shared.module.css';
import { t, words } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { counted, formatDate, formatFileSize } from '../../../ui/format.ts';
import { namespaceKey } from '../../games/place-keys.ts';
import styles from './kept.module.css';
import { changeSnapshot } from './kept-actions.ts';
import { useKept } from './kept-store.ts';

const reasons: Record<KeptSnapshot['reason'], string> = words({
  asked: 'Taken manually',
  before_restore: 'Before a restore',
  before_empty: 'Before it was emptied',
  from_node: 'From its node',
});

type Props = { set: KeptSet; at: KeptPlace; off: string | undefined; inUse: string | undefined };

export function Snapshots({ set, at, off, inUse }: Props) {
  if (set.snapshots.length === 0) return null;
  return (
    <>
      <h4 className={classNames(shared.small, shared.dim)}>{t('Snapshots')}</h4>
      <ul className={styles.rows}>
        {set.snapshots.map((snapshot) => (
          <OneSnapshot key={snapshot.snapshot_id} snapshot={snapshot} at={at} off={off} inUse={inUse} />
        ))}
      </ul>
    </>
  );
}

type OneProps = Omit<Props, 'set'> & { snapshot: KeptSnapshot };

function OneSnapshot({ snapshot, at, off, inUse }: OneProps) {
  const busy = useKept((state) => state.busy[namespaceKey(at)]);
  const [isAsked, setAsked] = useState(false);
  const { snapshot_id: id, create_ts: taken, files, bytes, reason, while_running: ran } = snapshot;
  const remove = () => {
    if (isAsked) void changeSnapshot(at, 'kept.delete', id);
    setAsked(!isAsked);
  };
  return (
    <li className={styles.row}>
      <span className={styles.taken}>
        <b>{formatDate(taken)}</b>
        <span className={classNames(shared.small, shared.dim)}>
          {ran ? t('{why}, while a server ran', { why: reasons[reason] }) : reasons[reason]} · {counted(files, 'file')},{' '}
          {formatFileSize(bytes)}
        </span>
      </span>
      <Button
        small
        disabledReason={off ?? inUse}
        busy={busy === `kept.restore ${id}`}
        onClick={() => void changeSnapshot(at, 'kept.restore', id)}
      >
        {t('Restore')}
      </Button>
      <Button
        small
        kind={isAsked ? 'bad' : 'quiet'}
        disabledReason={off}
        busy={busy === `kept.delete ${id}`}
        onClick={remove}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? t('Delete permanently') : t('Delete')}
      </Button>
    </li>
  );
}
