// Where a key leads in a list of rows. Pure.

const PAGE = 10;

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** The row a key leads to, or undefined when the key means nothing here. */
export function listStep(press: Press, index: number, count: number): number | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || count === 0) return undefined;
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    j: index + 1,
    ArrowUp: index - 1,
    k: index - 1,
    PageDown: index + PAGE,
    PageUp: index - PAGE,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(steps, press.key) ? steps[press.key] : undefined;
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
