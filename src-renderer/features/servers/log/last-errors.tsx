// The last errors of the log that is open, quoted where a crash is told.
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { withoutAnsi } from './ansi.ts';
import styles from './log.module.css';
import { useLog } from './log-store.ts';

/** As they were written; none where the log has none. */
export function LastErrors() {
  const errors = useLog((state) => state.lastErrors);
  if (errors.length === 0) return null;
  return (
    <ul className={classNames(styles.lastErrors, shared.mono, shared.selectable)} aria-label={t('Last errors')}>
      {errors.map(({ number, text, level }) => (
        <li key={number} title={withoutAnsi(text)}>
          <b className={shared.bad}>{level}</b>
          <span className={shared.ellipsis}>{withoutAnsi(text)}</span>
        </li>
      ))}
    </ul>
  );
}
