// Searches a log: goes through it once from its beginning and then keeps up with it, collecting what the service finds in it.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import type { SearchAnswer, SearchLog } from '../../../../src-shared/servers/log.ts';
import { client } from '../../../bridge/client.ts';
import { formatCount } from '../../../text/format-numbers.ts';
import { t, translate } from '../../../text/t.ts';

/** So many hits are asked for at once, and so many are collected in all. */
const AT_ONCE = 1_000;
const MOST = 20_000;
const EVERY_MS = 500;

/** What is looked for, and the callbacks. */
export type LogSearch = {
  target: ServerTarget;
  search: Omit<SearchLog, 'from' | 'limit' | 'direction'>;
  /** The last line there is, by now. */
  last(): number;
  onFound(hits: SearchAnswer['hits']): void;
  /** Called when it has seen all there is, or cannot go on and why. */
  onRest?(note: string | undefined): void;
};

/** Goes on until the answer is called. */
export function runLogSearch(wanted: LogSearch): () => void {
  const abort = new AbortController();
  void run(wanted, abort.signal);
  return () => abort.abort();
}

/** Where it is: the next line to look at, and how much was found. */
type Place = { next: number; found: number };

async function run(wanted: LogSearch, signal: AbortSignal): Promise<void> {
  const place: Place = { next: 1, found: 0 };
  while (!signal.aborted) {
    if (place.next > wanted.last()) {
      wanted.onRest?.(undefined);
      await rest(EVERY_MS, signal);
      continue;
    }
    try {
      if (!(await step(wanted, place, signal))) return;
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asAppError(thrown);
      wanted.onRest?.(error.message);
      // A pattern that cannot be read stays so; a line that is gone comes back.
      if (error.status >= 400 && error.status < 500) return;
      await rest(EVERY_MS * 4, signal);
    }
  }
}

/** One call further; answers whether there is a next one. */
async function step({ target, search, last, onFound, onRest }: LogSearch, place: Place, signal: AbortSignal) {
  const end = last();
  const searchPage = { ...search, from: place.next, limit: AT_ONCE, direction: 'forward' as const };
  const { hits, stopped } = await client.call('servers.searchLog', { ...target, search: searchPage }, { signal });
  if (signal.aborted) return false;
  place.found += hits.length;
  onFound(hits);
  const note = whyNoFurther(stopped, place.found);
  if (note !== undefined) {
    onRest?.(note);
    return false;
  }
  place.next = Math.max(place.next, stopped?.next ?? Math.max(end, hits.at(-1)?.line.number ?? 0) + 1);
  return true;
}

function whyNoFurther(stopped: SearchAnswer['stopped'], found: number): string | undefined {
  if (stopped?.why === 'pattern') return translate(stopped.note);
  return found >= MOST ? t('Only the first {n} are shown.', { n: formatCount(MOST) }) : undefined;
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
