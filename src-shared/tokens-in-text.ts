// How tokens look in a text: those of a service of ours, signed ones, and what follows the word of a sign-in header.

/** What replaces the secret part of such a text. */
export const MASK = '***';

const looks: readonly [RegExp, string][] = [
  [/\bslipway_(owner|cloud|service)_[\w-]+/gi, `slipway_$1_${MASK}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, `jwt_${MASK}`],
  // Of a Docker Swarm: whoever has it joins.
  [/\bSWMTKN-[\w-]+/g, `SWMTKN-${MASK}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${MASK}`],
];

/** A text with each token in it masked. */
export function maskTokens(text: string): string {
  return looks.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** Whether there is a token in it. */
export function holdsToken(text: string): boolean {
  return maskTokens(text) !== text;
}
