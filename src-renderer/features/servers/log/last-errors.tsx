// The last errors of the log that is open, quoted where a crash is told.
import { useEffect } from 'react';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { withoutAnsi } from './ansi.ts';
import styles from './log.module.css';
import { readLines } from './log-actions.ts';
import { useLog } from './log-store.ts';

/** So many lines are quoted. */
const QUOTED = 3;

/** As they were written; none where the log has none. */
export function LastErrors() {
  const errors = useLog((state) => state.errors);
  const lines = useLog((state) => state.lines);
  const last = errors.slice(-QUOTED);
  const key = last.join(' ');
  useEffect(() => {
    if (key !== '') readLines(key.split(' ').map(Number));
  }, [key]);
  const shown = last.flatMap((number) => lines.get(number) ?? []);
  if (shown.length === 0) return null;
  return (
    <ul className={classNames(styles.lastErrors, shared.mono, shared.selectable)} aria-label={t('Last errors')}>
      {shown.map(({ number, text, level }) => (
        <li key={number} title={withoutAnsi(text)}>
          <b className={shared.bad}>{level}</b>
          <span className={shared.ellipsis}>{withoutAnsi(text)}</span>
        </li>
      ))}
    </ul>
  );
}
