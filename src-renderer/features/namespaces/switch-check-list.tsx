// The checks on the switch sheet.
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, words } from '../../text/t.ts';
import type { Check } from './switch-checks.ts';
import styles from './switch-sheet.module.css';

const spoken = words({ done: 'Good:', notice: 'To know:', failed: 'Will go wrong:' });

/** Nothing while there is nothing to say. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="switch-checks">
      <h3 id="switch-checks">{t('Checks')}</h3>
      <ul className={styles.checks}>
        {checks.map(({ state, text, rest }) => (
          <li key={text}>
            <StateGlyph state={state} />
            <span>
              <span className={shared.visuallyHidden}>{spoken[state]} </span>
              {state === 'done' ? text : <b>{text}</b>} {rest}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
