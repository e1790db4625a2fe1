// Lengths that grow with the text: what the styles say in rem and code has to know in pixels.
import { useState } from 'react';

/** The size of text at which lengths are written down. */
const USUAL_PX = 16;

/** A length at the text size that this person has set, given at the usual one. */
export function useTextLength(usualPx: number): number {
  const [length] = useState(() => usualPx * textScale());
  return length;
}

/** 2 with text at 200 %. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_PX) / USUAL_PX;
}
