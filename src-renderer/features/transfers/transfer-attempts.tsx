// The log of tries of one transfer: a button that says how many they were, and the lines behind it.
import { useEffect } from 'react';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import shared from '../../design/shared.module.css';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/use-now.ts';
import { formatAttempt, formatAttemptTime } from './attempt-format.ts';
import styles from './transfers.module.css';
import { followAttempts } from './transfers-actions.ts';
import { useTransfers } from './transfers-store.ts';

type Props = { view: TransferView; isOpen: boolean; onToggle: () => void };

/** Only drawn where more than one try was needed. */
export function AttemptsButton({ view: { tries }, isOpen, onToggle }: Props) {
  if (tries < 2) return null;
  return (
    <button
      type="button"
      className={classNames(styles.attempts, shared.hitArea)}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {plural(tries, '{n} attempt', '{n} attempts')}
    </button>
  );
}

/** Oldest first, as it happened. */
export function AttemptsLog({ view: { id, source_name: source } }: Pick<Props, 'view'>) {
  const log = useTransfers((state) => state.tries[id]);
  const now = useNow(false);
  useEffect(() => followAttempts(id), [id]);
  return (
    <ol className={classNames(styles.attemptLog, shared.tabular)} aria-label={t('Attempts')}>
      {log?.map((line, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end, and the last one may change
        <li key={`${line.at} ${n}`}>
          <time dateTime={new Date(line.at).toISOString()}>{formatAttemptTime(line.at, now)}</time>
          <span>{formatAttempt(line, n, source)}</span>
        </li>
      ))}
    </ol>
  );
}
