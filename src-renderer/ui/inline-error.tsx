// An error in the place that failed: what, why, and what to do.
import type { ReactNode } from 'react';
import { StateGlyph } from '../design/state-glyph.tsx';
import styles from './inline-error.module.css';

type Props = { title: string; children: ReactNode; actions?: ReactNode };

/** Is announced when it appears. */
export function InlineError({ title, children, actions }: Props) {
  return (
    <div data-slot="inline-error" className={styles.error} role="alert">
      <strong>
        <StateGlyph state="failed" />
        {title}
      </strong>
      <p>{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
