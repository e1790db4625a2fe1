// A state as glyph and word together, in the state's colour.
import type { ReactNode } from 'react';
import { type Glyph, glyphColors, StateGlyph } from '../design/state-glyph.tsx';
import { classNames } from './class-names.ts';
import styles from './state-label.module.css';

/** The words stand beside the glyph; colour alone never says anything. */
export function StateLabel({ state, children }: { state: Glyph; children: ReactNode }) {
  return (
    <span data-slot="state" className={classNames(styles.state, glyphColors[state])}>
      <StateGlyph state={state} />
      {children}
    </span>
  );
}
