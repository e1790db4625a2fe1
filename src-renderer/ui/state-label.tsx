// A state as glyph and word together, in the state's colour.
import type { ReactNode } from 'react';
import { type Glyph, glyphFamily, StateGlyph } from '../design/state-glyph.tsx';

/** The words stand beside the glyph; colour alone never says anything. */
export function StateLabel({ state, children }: { state: Glyph; children: ReactNode }) {
  return (
    <span className={`state ${glyphFamily[state]}`}>
      <StateGlyph state={state} />
      {children}
    </span>
  );
}
