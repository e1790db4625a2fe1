// An error in the place that failed: what, why, and what to do.
import type { ReactNode } from 'react';
import { StateGlyph } from '../design/state-glyph.tsx';

type Props = { title: string; children: ReactNode; actions?: ReactNode };

/** Is announced when it appears. */
export function InlineError({ title, children, actions }: Props) {
  return (
    <div className="inline-err" role="alert">
      <strong>
        <StateGlyph state="failed" />
        {title}
      </strong>
      <p>{children}</p>
      {actions !== undefined && <div className="inline-err-row">{actions}</div>}
    </div>
  );
}
