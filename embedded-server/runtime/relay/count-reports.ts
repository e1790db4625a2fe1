// Gathers which servers' counts have changed and reports them together: soon when players came or left, else now and then.

const USUAL_MS = 250;
const URGENT_MS = 50;

export type CountReports<T> = {
  changed(what: T, isUrgent: boolean): void;
  /** It is no longer reported. */
  forget(what: T): void;
};

export function createCountReports<T>(report: (changed: T[]) => void): CountReports<T> {
  const waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSoon = false;
  /** What changed last, as most often it is the same again. */
  let last: T | undefined;
  const flush = () => {
    timer = undefined;
    isSoon = false;
    last = undefined;
    const changed = [...waiting];
    waiting.clear();
    if (changed.length > 0) report(changed);
  };
  const hurry = () => {
    isSoon = true;
    clearTimeout(timer);
    timer = setTimeout(flush, URGENT_MS);
  };
  return {
    changed: (what, isUrgent) => {
      if (what === last && !isUrgent) return;
      last = what;
      waiting.add(what);
      if (isUrgent && !isSoon) hurry();
      else timer ??= setTimeout(flush, USUAL_MS);
    },
    forget: (what) => {
      last = undefined;
      waiting.delete(what);
    },
  };
}
