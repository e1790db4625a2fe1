// What stands at the side of a transfer: how far it is, its figures, and its buttons.
import type { TransferRemedy, TransferView } from '../../../src-shared/transfers/bridge.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { whyCannotShowFolder } from '../host/host-selectors.ts';
import { useHost } from '../host/host-store.ts';
import { formatFigure } from './transfer-format.ts';
import styles from './transfers.module.css';
import {
  giveUp,
  pauseTransfer,
  removeTransfer,
  resumeTransfer,
  retryTransfer,
  revealTransfer,
} from './transfers-actions.ts';
import { hasEnded, isUnderWay, percentOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

type Props = { view: TransferView; name: string };

/** `name` is what screen readers hear with each button. */
export function TransferSide({ view, name }: Props) {
  const percent = percentOf(view);
  return (
    <div>
      <div className={styles.sideHead}>
        {percent !== undefined && !hasEnded(view) && (
          <span className={classNames(styles.percent, shared.tabular)}>{percent}%</span>
        )}
        <span className={styles.actions}>
          <Acts view={view} name={name} />
        </span>
      </div>
      <Remedies view={view} name={name} />
      {view.status !== 'waiting' && view.status !== 'failed' && (
        <div className={classNames(styles.figures, shared.tabular)}>
          {formatFigure(view).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </div>
  );
}

function Acts({ view, name }: Props) {
  if (view.status === 'done') return <OfDone view={view} name={name} />;
  if (view.status === 'cancelled') {
    return (
      <IconButton
        icon="x"
        label={t('Remove {name} from the list', { name })}
        onClick={() => void removeTransfer(view)}
      />
    );
  }
  const isFailed = view.status === 'failed' || view.status === 'not_confirmed';
  return (
    <>
      {isUnderWay(view) && (
        <IconButton icon="pause" label={t('Pause {name}', { name })} onClick={() => void pauseTransfer(view)} />
      )}
      {view.status === 'paused' && (
        <IconButton icon="play" label={t('Resume {name}', { name })} onClick={() => void resumeTransfer(view)} />
      )}
      <IconButton
        icon="x"
        label={isFailed ? t('Give {name} up', { name }) : t('Cancel {name}', { name })}
        onClick={() => giveUp(view)}
      />
    </>
  );
}

function OfDone({ view, name }: Props) {
  const off = useHost((state) => whyCannotShowFolder(state.host));
  return (
    <>
      {view.sha256 !== undefined && (
        <span className={styles.copyCode}>
          <CopyButton text={view.sha256} label={t('Copy the SHA-256 of {name}', { name })} />
        </span>
      )}
      <IconButton
        icon="open"
        label={t('Show {source} in its folder', { source: view.source_name })}
        disabledReason={off}
        onClick={() => void revealTransfer(view)}
      />
    </>
  );
}

function remediesOf(view: TransferView): readonly TransferRemedy[] {
  if (view.status === 'failed' || view.status === 'not_confirmed') return view.remedies;
  return view.status === 'paused' && 'problem' in view.paused ? ['retry'] : [];
}

/** What a person can do about one that does not go on by itself. */
function Remedies({ view, name }: Props) {
  const busy = useTransfers((state) => state.busy[view.id]) === true;
  const can = new Set(remediesOf(view));
  if (view.status === 'waiting') {
    return (
      <div className={styles.remedies}>
        <Button small busy={busy} aria-label={t('Try now: {name}', { name })} onClick={() => void retryTransfer(view)}>
          {t('Try now')}
        </Button>
      </div>
    );
  }
  if (can.size === 0) return null;
  const retry = view.status === 'not_confirmed' ? t('Check again') : t('Retry');
  return (
    <div className={styles.remedies}>
      {can.has('new_build') && (
        <Button
          small
          busy={busy}
          aria-label={t('Send again: {name}', { name })}
          onClick={() => void retryTransfer(view, true)}
        >
          {t('Send again')}
        </Button>
      )}
      {can.has('retry') && (
        <Button small busy={busy} aria-label={`${retry}: ${name}`} onClick={() => void retryTransfer(view)}>
          {retry}
        </Button>
      )}
    </div>
  );
}
