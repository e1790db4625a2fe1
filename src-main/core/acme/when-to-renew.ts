// When a certificate from an authority is renewed. Apart from what renews it, which is much to load for a check of the host.

/** From when to when a certificate holds, in ms. */
export type Life = { from: number; to: number };

const HALF_A_DAY_MS = 43_200_000;
const MINUTE_MS = 60_000;
/** A new one is fetched when this part of its life is left: a month of the usual three. */
const RENEWED_WITH_LEFT = 1 / 3;
/** One of a day would be over before a look after half a day, so there are so many looks in a life at least. */
const LOOKS_IN_A_LIFE = 10;

export function isDue({ from, to }: Life, at: number): boolean {
  return to - at <= (to - from) * RENEWED_WITH_LEFT;
}

/** How long to wait before the next look at whether it is due; also where there is none that holds. */
export function untilNextLook(life: Life | undefined): number {
  if (life === undefined) return HALF_A_DAY_MS;
  const { from, to } = life;
  return Math.min(HALF_A_DAY_MS, Math.max(MINUTE_MS, (to - from) / LOOKS_IN_A_LIFE));
}

/** Two looks ago it was due: its renewals fail. */
export function isLate(life: Life, at: number): boolean {
  return isDue(life, at - 2 * untilNextLook(life));
}
