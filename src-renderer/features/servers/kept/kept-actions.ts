// Reads and changes kept folders. What fails is said in the dialog.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { NamespacePlace } from '../../../../src-shared/servers/bridge.ts';
import type { KeptPlace } from '../../../../src-shared/servers/kept-bridge.ts';
import { client } from '../../../bridge/client.ts';
import { phrase } from '../../../text/t.ts';
import { say } from '../../../ui/notices/notices-actions.ts';
import { nothingKept, useKept } from './kept-store.ts';

export function setKeptOpen(isOpen: boolean): void {
  useKept.setState({ ...nothingKept, isOpen });
}

/** What the newest of several calls brings is shown; a change that is under way reads for itself and does not hold it up. */
export async function readKept(place: NamespacePlace): Promise<void> {
  newestRead += 1;
  const read = newestRead;
  try {
    const { sets } = await client.call('kept.list', place);
    if (read !== newestRead) return;
    useKept.setState(({ problem }) => ({ sets, problem: problem === readProblem ? undefined : problem }));
    readProblem = undefined;
  } catch (thrown) {
    if (read !== newestRead) return;
    readProblem = asAppError(thrown).message;
    useKept.setState({ problem: readProblem });
  }
}

let newestRead = 0;
/** What the last read that failed said, until one succeeds: a problem of a change stays in sight. */
let readProblem: string | undefined;

/** Opens a folder; without one, closes what is open. */
export async function lookInto(place: KeptPlace, path: string | undefined): Promise<void> {
  if (path === undefined) {
    useKept.setState({ into: undefined });
    return;
  }
  const { slot } = place;
  useKept.setState({ into: { slot, path, entries: undefined, more: false } });
  await tried('look', async () => {
    const { entries, more } = await client.call('kept.files', { ...place, path });
    const { into } = useKept.getState();
    if (into?.slot === slot && into.path === path) useKept.setState({ into: { slot, path, entries, more } });
  });
}

export async function saveKept(place: KeptPlace, path: string): Promise<void> {
  await tried('kept.save', async () => {
    const saved = await client.call('kept.save', { ...place, path });
    if (saved.outcome === 'saved') say({ state: 'done', title: phrase('Files saved'), detail: saved.file });
    if (saved.outcome !== 'download') return;
    // The service says that it is a file to keep, so the page stays.
    Object.assign(document.createElement('a'), { href: saved.url, download: '' }).click();
  });
}

type Change = 'kept.snapshot' | 'kept.empty';

export async function changeKept(place: KeptPlace, change: Change): Promise<void> {
  await changed(place, change, () => client.call(change, place));
}

export async function changeSnapshot(
  place: KeptPlace,
  change: 'kept.restore' | 'kept.delete',
  snapshot_id: string,
): Promise<void> {
  await changed(place, `${change} ${snapshot_id}`, () => client.call(change, { ...place, snapshot_id }));
}

async function changed(
  { instance_id, game_id, namespace_id }: KeptPlace,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await tried(what, async () => {
    await work();
    useKept.setState({ into: undefined });
    await readKept({ instance_id, game_id, namespace_id });
  });
}

async function tried(what: string, work: () => Promise<void>): Promise<void> {
  if (useKept.getState().busy !== undefined) return;
  useKept.setState({ busy: what, problem: undefined });
  try {
    await work();
  } catch (thrown) {
    useKept.setState({ problem: asAppError(thrown).message });
  } finally {
    useKept.setState({ busy: undefined });
  }
}
