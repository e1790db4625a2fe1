// Reads the history of a namespace while its page is open, and the moment that is looked at.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import { client } from '../../bridge/client.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { useHistory } from './history-store.ts';

const PAGE = 32;
/** Ends with the namespace that is followed, as does what was asked for it. */
let followed = new AbortController().signal;

/** Mirrors who plays there, and the players of each deployment, until the answer is called. Then all is forgotten. */
export function followHistory(place: NamespacePlace): () => void {
  const over = new AbortController();
  followed = over.signal;
  const stops = [
    client.subscribe('servers', place, { next: (servers) => useHistory.setState({ servers }) }),
    client.subscribe(
      'namespaces.timeline',
      { ...place, window: 'all' },
      { next: (timeline) => useHistory.setState({ timeline }) },
    ),
  ];
  return () => {
    over.abort();
    for (const stop of stops) stop();
    useHistory.setState(useHistory.getInitialState(), true);
  };
}

/** Reads the newest page; what was read of older ones stays. `canCompare` is whether the instance tells what changed. */
export function readHistory(place: NamespacePlace, canCompare: boolean): () => void {
  const over = new AbortController();
  void readPage(place, 0, canCompare, over.signal);
  return () => over.abort();
}

/** Reads the page behind the oldest row. */
export async function readOlder(place: NamespacePlace, canCompare: boolean): Promise<void> {
  const { rows, isReading } = useHistory.getState();
  if (rows === undefined || isReading) return;
  await readPage(place, rows.length, canCompare, followed);
}

async function readPage(
  place: NamespacePlace,
  anchor: number,
  canCompare: boolean,
  signal: AbortSignal,
): Promise<void> {
  useHistory.setState({ isReading: true });
  try {
    const page = await client.call('namespaces.history', { ...place, anchor, limit: PAGE }, { signal });
    if (signal.aborted) return;
    const known = useHistory.getState();
    const rows = anchor === 0 ? withOlder(page.rows, known.rows) : withNext(known.rows, page.rows);
    const hasMore = rows.length > page.rows.length && anchor === 0 ? known.hasMore : page.has_more;
    useHistory.setState({ rows, hasMore, isReading: false, problem: undefined });
    if (canCompare) await readChanges(place, rows, signal);
  } catch (thrown) {
    if (!signal.aborted) useHistory.setState({ isReading: false, problem: asAppError(thrown).message });
  }
}

function withOlder(rows: readonly HistoryRow[], known: readonly HistoryRow[] = []): readonly HistoryRow[] {
  const last = rows.at(-1);
  if (last === undefined) return rows;
  const at = known.findIndex(({ deploy_ts: time }) => time === last.deploy_ts);
  return at === -1 ? rows : [...rows, ...known.slice(at + 1)];
}

/** A deployment that came meanwhile moved all by a place: what is there already comes again. */
function withNext(known: readonly HistoryRow[] = [], next: readonly HistoryRow[]): readonly HistoryRow[] {
  const times = new Set(known.map(({ deploy_ts: time }) => time));
  return [...known, ...next.filter(({ deploy_ts: time }) => !times.has(time))];
}

/** The past does not change: each is asked for once. */
async function readChanges(place: NamespacePlace, rows: readonly HistoryRow[], signal: AbortSignal): Promise<void> {
  const { changes: known } = useHistory.getState();
  const first = rows.findIndex(({ deploy_ts: time }) => known[time] === undefined);
  const moments = rows.slice(Math.max(0, first), first + PAGE + 1).map(({ deploy_ts: time }) => time);
  if (first === -1 || moments.length < 2) return;
  const { changes } = await client.call('namespaces.changes', { ...place, moments }, { signal });
  if (signal.aborted) return;
  const read = Object.fromEntries(changes.map((each, at) => [moments[at] ?? '', each]));
  useHistory.setState((state) => ({ changes: { ...state.changes, ...read } }));
}

/** Compares a moment with now, until the answer is called. */
export function compareMoment(place: NamespacePlace, at: number): () => void {
  const over = new AbortController();
  const read = async () => {
    const from = new Date(at).toISOString();
    try {
      const value = await client.call('namespaces.compareMoments', { ...place, from }, { signal: over.signal });
      if (!over.signal.aborted) useHistory.setState({ moment: { state: 'read', value } });
    } catch (thrown) {
      if (!over.signal.aborted) useHistory.setState({ moment: { state: 'failed', why: asAppError(thrown).message } });
    }
  };
  useHistory.setState({ moment: { state: 'reading' } });
  void read();
  return () => over.abort();
}

/** Compares two versions, until the answer is called. */
export function compareVersions(
  { instance_id, game_id }: NamespacePlace,
  { from, to }: { from: string; to: string },
): () => void {
  const over = new AbortController();
  const read = async () => {
    const input = { instance_id, game_id, from_version_id: from, to_version_id: to };
    try {
      const value = await client.call('versions.compare', input, { signal: over.signal });
      if (!over.signal.aborted) useHistory.setState({ files: { state: 'read', value } });
    } catch (thrown) {
      if (!over.signal.aborted) useHistory.setState({ files: { state: 'failed', why: asAppError(thrown).message } });
    }
  };
  useHistory.setState({ files: { state: 'reading' } });
  void read();
  return () => over.abort();
}
