// Asks before a server is opened to a network, and at which address where there are several.
import { useState } from 'react';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';

type Props = {
  open: boolean;
  addresses: readonly string[];
  onShare: (address: string) => void;
  onClose: () => void;
};

/** The first address is the most likely one. */
export function ShareDialog({ open, addresses, onShare, onClose }: Props) {
  const [chosen, setChosen] = useState<string>();
  const address = chosen !== undefined && addresses.includes(chosen) ? chosen : addresses[0];
  if (address === undefined) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Open this server to your network?')}
      text={t(
        'Everyone in the network of {address} can join it until it ends or you turn this off. Slipway itself stays closed to them.',
        { address },
      )}
    >
      <div className={dialogStyles.body}>
        {addresses.length > 1 ? (
          <Select
            label={t('Address of this machine')}
            value={address}
            options={addresses.map((value) => ({ value, label: value }))}
            onValue={setChosen}
          />
        ) : (
          <p className={shared.mono}>{address}</p>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="primary" onClick={() => onShare(address)}>
          {t('Open to the network')}
        </Button>
      </div>
    </Dialog>
  );
}
