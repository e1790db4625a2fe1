// The state glyphs: each state has its own shape, so nothing is lost without colour (12 by 12).
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import shared from './shared.module.css';
import styles from './state-glyph.module.css';

const shapes = {
  running: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  starting: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" opacity=".3" />
      <path d="M6 2a4 4 0 0 1 4 4" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  stopping: (
    <>
      <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M6 1.8a4.2 4.2 0 0 0 0 8.4z" fill="currentColor" />
    </>
  ),
  crashed: (
    <>
      <path d="M6 .9 11.5 10.8H.5z" fill="currentColor" />
      <path
        data-slot="cutout"
        className={styles.cutout}
        d="M6 4.4v3M6 9.1v.1"
        stroke="var(--bg-plate)"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
    </>
  ),
  idle: <circle cx="6" cy="6" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  uploading: (
    <path
      d="M6 10.5V2M2.4 5.4 6 1.8l3.6 3.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  paused: <path d="M3.9 2.2v7.6M8.1 2.2v7.6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  waiting: (
    <>
      <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 2" />
      <circle cx="6" cy="6" r="1.4" fill="currentColor" />
    </>
  ),
  verifying: (
    <>
      <path
        d="M6 1 10.3 3.5v5L6 11 1.7 8.5v-5z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeDasharray="3 1.2"
      />
      <circle cx="6" cy="6" r="1.4" fill="currentColor" />
    </>
  ),
  failed: (
    <>
      <path d="M3.8.9h4.4l2.9 2.9v4.4l-2.9 2.9H3.8L.9 8.2V3.8z" fill="currentColor" />
      <path
        data-slot="cutout"
        className={styles.cutout}
        d="m4.3 4.3 3.4 3.4M7.7 4.3 4.3 7.7"
        stroke="var(--bg-plate)"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
    </>
  ),
  done: (
    <path
      d="m1.9 6.4 2.8 2.9 5.4-6.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  notice: (
    <>
      <path d="M6 1.5 11 10.3H1z" fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
      <path d="M6 4.8v2.4M6 8.8v.1" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" />
    </>
  ),
  stopped: <path d="M3 6h6" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
} satisfies Record<string, ReactNode>;

/** The states that have a glyph. */
export type Glyph = keyof typeof shapes;

/** The class of each state's colour. */
export const glyphColors: Record<Glyph, string | undefined> = {
  running: shared.ok,
  starting: shared.go,
  stopping: shared.wait,
  crashed: shared.bad,
  idle: shared.rest,
  uploading: shared.go,
  paused: shared.rest,
  waiting: shared.wait,
  verifying: shared.check,
  failed: shared.bad,
  done: shared.ok,
  notice: shared.wait,
  stopped: shared.rest,
};

/** Draws a state's glyph in its colour. The word beside it says the state; the glyph is silent. */
export function StateGlyph({ state, className }: { state: Glyph; className?: string }) {
  return (
    <svg
      data-slot="glyph"
      className={classNames(styles.glyph, glyphColors[state], state === 'starting' && styles.turns, className)}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {shapes[state]}
    </svg>
  );
}
