// What stands at the side of a transfer: how far it is, its figures, and its buttons.
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showFolderOff } from '../host/host-selectors.ts';
import { useHost } from '../host/host-store.ts';
import { figureWords } from './transfer-words.ts';
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
    <div className="xi-side">
      <div className="xi-head">
        {percent !== undefined && !hasEnded(view) && <span className="pct tn">{percent}%</span>}
        <span className="acts">
          <Acts view={view} name={name} />
        </span>
      </div>
      <Remedies view={view} name={name} />
      {view.status !== 'waiting' && view.status !== 'failed' && (
        <div className="xi-figures tn">
          {figureWords(view).map((line) => (
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
    return <IconButton icon="x" label={`Remove ${name} from the list`} onClick={() => void removeTransfer(view)} />;
  }
  const isFailed = view.status === 'failed' || view.status === 'not_confirmed';
  return (
    <>
      {isUnderWay(view) && <IconButton icon="pause" label={`Pause ${name}`} onClick={() => void pauseTransfer(view)} />}
      {view.status === 'paused' && (
        <IconButton icon="play" label={`Resume ${name}`} onClick={() => void resumeTransfer(view)} />
      )}
      <IconButton icon="x" label={isFailed ? `Give ${name} up` : `Cancel ${name}`} onClick={() => giveUp(view)} />
    </>
  );
}

function OfDone({ view, name }: Props) {
  const off = useHost((state) => showFolderOff(state.host));
  return (
    <>
      {view.sha256 !== undefined && (
        <span className="xi-copy">
          <CopyButton text={view.sha256} label={`Copy the SHA-256 of ${name}`} />
        </span>
      )}
      <IconButton
        icon="open"
        label={`Show ${view.source_name} in its folder`}
        offReason={off}
        onClick={() => void revealTransfer(view)}
      />
    </>
  );
}

/** What a person can do about one that does not go on by itself. */
function Remedies({ view, name }: Props) {
  const busy = useTransfers((state) => state.busy[view.id]) === true;
  const can = new Set(view.remedies);
  if (view.status === 'waiting') {
    return (
      <div className="xi-fix">
        <Button small busy={busy} aria-label={`Try now: ${name}`} onClick={() => void retryTransfer(view)}>
          Try now
        </Button>
      </div>
    );
  }
  if (can.size === 0) return null;
  const retry = view.status === 'not_confirmed' ? 'Look again' : 'Retry';
  return (
    <div className="xi-fix">
      {can.has('new_build') && (
        <Button small busy={busy} aria-label={`Send anew: ${name}`} onClick={() => void retryTransfer(view, true)}>
          Send anew
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
