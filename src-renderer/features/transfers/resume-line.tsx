// The line of a transfer that went on after a break: what is there, and what goes out a second time. A fact, which stays until it is
// dismissed.
import type { TransferResume, TransferView } from '../../../src-shared/transfers/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { formatResumed } from './transfer-format.ts';
import styles from './transfers.module.css';
import { useTransfers } from './transfers-store.ts';

type Props = { view: TransferView; instance: string };

/** Nothing while it did not go on, or once the line was read and dismissed. */
export function ResumeLine({ view, instance }: Props) {
  const dismissed = useTransfers((state) => state.dismissed[view.id]);
  const resumed = view.status === 'running' && view.step === 'parts' ? view.resumed : undefined;
  if (resumed?.again === undefined || dismissed === resumed.at) return null;
  const { lead, text } = formatResumed(view, resumed, instance);
  return (
    <div className={classNames(styles.resumed, shared.tabular)} role="status">
      <Icon name="restart" size={14} />
      <p>
        <b>{lead}</b> <span>{text}</span>
      </p>
      <IconButton icon="x" size="tiny" label={t('Dismiss')} onClick={() => dismiss(view.id, resumed)} />
    </div>
  );
}

function dismiss(id: string, { at }: TransferResume): void {
  useTransfers.setState(({ dismissed }) => ({ dismissed: { ...dismissed, [id]: at } }));
}
