// Asks before an upload is given up of which something was sent.
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { plural, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { formatSize } from '../../ui/format.ts';
import { useInstances } from '../instances/instances-store.ts';
import { cancelTransfer, keepTransfer } from './transfers-actions.ts';
import { hasEnded } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Closed when the transfer ends meanwhile. */
export function CancelDialog() {
  const view = useTransfers(({ list, cancelling }) => list?.find(({ id }) => id === cancelling));
  const instance = useInstances((state) => state.instances?.find(({ id }) => id === view?.instance_id)?.name);
  const isOpen = view !== undefined && !hasEnded(view);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) keepTransfer();
      }}
      title={t('Cancel the upload of {name}?', { name: view?.name ?? '' })}
      text={view === undefined ? '' : formatLoss(view, instance ?? t('The instance'))}
    >
      <div className={dialogStyles.foot}>
        <Button onClick={keepTransfer}>{t('Keep it')}</Button>
        <Button kind="bad" onClick={() => view !== undefined && void cancelTransfer(view)}>
          {t('Cancel the upload')}
        </Button>
      </div>
    </Dialog>
  );
}

function formatLoss(
  { parts, bytes_verified: verified, bytes_sent: sent, source_name: source }: TransferView,
  instance: string,
) {
  const there = parts.sent + parts.verified;
  return plural(
    there,
    '{instance} deletes the {n} part that it has ({size}). Sending it later starts from the beginning. {source} on this machine is not changed.',
    '{instance} deletes the {n} parts that it has ({size}). Sending it later starts from the beginning. {source} on this machine is not changed.',
    { instance, size: formatSize(verified + sent), source },
  );
}
