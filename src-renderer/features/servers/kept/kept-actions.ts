// Reads and changes kept folders. What fails is said in the dialog, or in a toast where it is open for them no more.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { NamespacePlace } from '../../../../src-shared/servers/bridge.ts';
import type { KeptPlace } from '../../../../src-shared/servers/kept-bridge.ts';
import { client } from '../../../bridge/client.ts';
import { hashWithin } from '../../../routes/route-store.ts';
import { phrase } from '../../../text/t.ts';
import { say } from '../../../ui/notices/notices-actions.ts';
import { namespaceKey } from '../../games/place-keys.ts';
import { nothingKept, useKept } from './kept-store.ts';

/** A change that is under way goes on, and is shown in the dialog of its own namespace alone. */
export function setKeptOpen(isOpen: boolean): void {
  useKept.setState({ ...nothingKept, isOpen });
}

/** What the newest of several calls brings is shown; a change that is under way reads for itself and does not hold it up. */
export async function readKept(place: NamespacePlace): Promise<void> {
  useKept.setState({ shown: namespaceKey(place) });
  await readShown(place);
}

/** Nothing where another namespace is shown by now. */
async function readShown(place: NamespacePlace): Promise<void> {
  if (!isShown(place)) return;
  newestRead += 1;
  const read = newestRead;
  try {
    const { sets } = await client.call('kept.list', place);
    if (read !== newestRead || !isShown(place)) return;
    useKept.setState(({ problem }) => ({ sets, problem: problem === readProblem ? undefined : problem }));
    readProblem = undefined;
  } catch (thrown) {
    if (read !== newestRead || !isShown(place)) return;
    readProblem = asAppError(thrown).message;
    useKept.setState({ problem: readProblem });
  }
}

let newestRead = 0;
/** What the last read that failed said, until one succeeds: a problem of a change stays in sight. */
let readProblem: string | undefined;

function isShown(place: NamespacePlace): boolean {
  const { isOpen, shown } = useKept.getState();
  return isOpen && shown === namespaceKey(place);
}

/** Opens a folder; without one, closes what is open. */
export async function lookInto(place: KeptPlace, path: string | undefined): Promise<void> {
  if (path === undefined) {
    useKept.setState({ into: undefined });
    return;
  }
  const { slot } = place;
  useKept.setState({ into: { slot, path, entries: undefined, more: false }, problem: undefined });
  const isOpen = () => {
    const { into } = useKept.getState();
    return isShown(place) && into?.slot === slot && into.path === path;
  };
  try {
    const { entries, more } = await client.call('kept.files', { ...place, path });
    if (isOpen()) useKept.setState({ into: { slot, path, entries, more } });
  } catch (thrown) {
    if (isOpen()) useKept.setState({ problem: asAppError(thrown).message });
  }
}

export async function saveKept(place: KeptPlace, path: string): Promise<void> {
  await tried(place, 'kept.save', async () => {
    const saved = await client.call('kept.save', { ...place, path });
    if (saved.outcome === 'saved') say({ state: 'done', title: phrase('Files saved'), detail: saved.file });
    if (saved.outcome !== 'download') return;
    // The service says that it is a file to keep, so the page stays.
    Object.assign(document.createElement('a'), { href: saved.url, download: '' }).click();
  });
}

const notDone = {
  'kept.save': phrase('The files were not saved'),
  'kept.snapshot': phrase('The snapshot was not taken'),
  'kept.empty': phrase('The kept folders were not emptied'),
  'kept.restore': phrase('The snapshot was not restored'),
  'kept.delete': phrase('The snapshot was not deleted'),
};

export async function changeKept(place: KeptPlace, change: 'kept.snapshot' | 'kept.empty'): Promise<void> {
  await tried(place, change, async () => {
    await client.call(change, place);
    await readChanged(place);
  });
}

export async function changeSnapshot(
  place: KeptPlace,
  change: 'kept.restore' | 'kept.delete',
  snapshot_id: string,
): Promise<void> {
  await tried(
    place,
    change,
    async () => {
      await client.call(change, { ...place, snapshot_id });
      await readChanged(place);
    },
    snapshot_id,
  );
}

async function readChanged({ instance_id, game_id, namespace_id }: KeptPlace): Promise<void> {
  const place = { instance_id, game_id, namespace_id };
  if (isShown(place)) useKept.setState({ into: undefined });
  await readShown(place);
}

async function tried(
  place: KeptPlace,
  change: keyof typeof notDone,
  work: () => Promise<void>,
  snapshot_id?: string,
): Promise<void> {
  const key = namespaceKey(place);
  const setBusy = (now: string | undefined) => useKept.setState(({ busy }) => ({ busy: { ...busy, [key]: now } }));
  if (useKept.getState().busy[key] !== undefined) return;
  setBusy(snapshot_id === undefined ? change : `${change} ${snapshot_id}`);
  useKept.setState({ problem: undefined });
  try {
    await work();
  } catch (thrown) {
    const { message } = asAppError(thrown);
    if (isShown(place)) useKept.setState({ problem: message });
    else say({ state: 'failed', title: notDone[change], detail: message }, [], { hash: hashWithin(place) });
  } finally {
    setBusy(undefined);
  }
}
