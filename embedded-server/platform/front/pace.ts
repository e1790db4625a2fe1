// Whether a body comes so slowly that its sender is as good as gone. Asked now and then, it looks back over a while each time,
// so that one who sent much at first is found out as well. How much has to come is in ../http/http-limits.ts.

/** So many bytes at least have to come within so long. */
export type LeastPace = { bytes: number; withinMs: number };

/** How often it is asked while it looks back once. */
const LOOKS = 6;

export function everyMs({ withinMs }: LeastPace): number {
  return withinMs / LOOKS;
}

type Look = { at: number; bytes: number };

export class Pace {
  readonly #least: LeastPace;
  /** From the one that lies as far back as needed on. */
  #looks: Look[] = [];

  constructor(least: LeastPace) {
    this.#least = least;
  }

  /** `bytes` of it have come until now. */
  isTooSlow(bytes: number, now: number): boolean {
    const { withinMs, bytes: least } = this.#least;
    this.#looks.push({ at: now, bytes });
    while ((this.#looks[1]?.at ?? now) <= now - withinMs) this.#looks.shift();
    const from = this.#looks[0];
    return from !== undefined && from.at <= now - withinMs && bytes - from.bytes < least;
  }

  /** It is us that the sender waits for. */
  forget(): void {
    this.#looks = [];
  }
}
