// Opens the layers about namespaces, and asks for what a person can do to one.

import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { client } from '../../bridge/client.ts';
import { hashWithin } from '../../routes/route-store.ts';
import { phrase, t } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { namespaceKey } from '../games/place-keys.ts';
import { useInstances } from '../instances/instances-store.ts';
import {
  type GamePlace,
  type NamespaceLayer,
  type NamespacePlace,
  type Restore,
  useNamespaces,
  whileBusy,
} from './namespaces-store.ts';
import { requestSwitch, sayUndoable } from './switch-actions.ts';
import { isMetBy } from './switch-impact.ts';
import { useSwitchFacts } from './switch-store.ts';
import { waitOf } from './switch-wait.ts';

const UNDO_LOCAL_MS = 8_000;

/** Opens the switch sheet of a namespace, on a version where one is named. */
export function openSwitch(place: NamespacePlace, version_id?: string): void {
  open({ kind: 'switch', place, version_id });
}

/** Opens the sheet that brings a namespace back to what it was at a moment: its version, and the settings that differ. */
export function openRollBackTo(place: NamespacePlace, version_id: string, restore: Restore | undefined): void {
  open({ kind: 'switch', place, version_id, isRollBack: true, restore });
}

/** Opens the settings of a namespace. */
export function openNamespaceSettings(place: NamespacePlace): void {
  open({ kind: 'settings', place });
}

/** Opens the dialog for a new namespace of a game. */
export function openNewNamespace(instance_id: string, game_id: string): void {
  open({ kind: 'create', place: { instance_id, game_id } });
}

/** Closes the layer that is open. */
export function closeNamespaceLayer(): void {
  useNamespaces.setState({ isOpen: false });
}

function open(layer: NamespaceLayer): void {
  useSwitchFacts.setState(useSwitchFacts.getInitialState(), true);
  useNamespaces.setState(({ opened }) => ({ layer, isOpen: true, opened: opened + 1, attempt: undefined }));
}

/**
 * On Local at once, with a way back for some seconds; elsewhere, where it is protected, and where players keep it waiting, by the sheet. `named` is the version that
 * stood on the button: where it is another one by now, the sheet asks first. `from` is the version that it was offered for: a namespace
 * that has left it stays as it is. Nothing while the namespace is busy already.
 */
export async function rollBack(place: NamespacePlace, named?: string, from?: string): Promise<void> {
  if (useNamespaces.getState().busy[namespaceKey(place)] !== undefined) return;
  await whileBusy(place, 'asking', () => goBack(place, named, from));
}

async function goBack(place: NamespacePlace, named: string | undefined, from: string | undefined): Promise<void> {
  const target = targetOf(place);
  const expected = from === undefined ? {} : { expected_version_id: from };
  try {
    const { previous } = await client.call('namespaces.history', { ...target, limit: 1 });
    if (previous === undefined) {
      say({ state: 'notice', title: phrase('No earlier version ran well here'), detail: formatNoWayBack() });
      return;
    }
    const { version_id, note } = previous;
    const isAnother = named !== undefined && named !== version_id;
    if (isAnother || !isOpenTo(place) || (await waitsForPlayers(place, version_id))) {
      open({ kind: 'switch', place, version_id, isRollBack: true, note });
      return;
    }
    const outcome = await whileBusy(place, 'switching', () => requestSwitch({ ...target, version_id, ...expected }));
    sayUndoable(place, outcome, { shownMs: UNDO_LOCAL_MS, note });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('It was not rolled back'), detail: asAppError(thrown).toMessage() }, [], {
      hash: hashWithin(place),
    });
  }
}

/** Whether what is asked for there happens at once. */
function isOpenTo(place: NamespacePlace): boolean {
  const instance = useInstances.getState().instances?.find(({ id }) => id === place.instance_id);
  return instance?.kind === 'local' && !isProtected(instance, place);
}

/** Whether people play on what a version is to replace, and that has to wait until they have left. */
async function waitsForPlayers(place: NamespacePlace, version_id: string): Promise<boolean> {
  const met = (await serversOf(place)).filter((server) => isMetBy(server, version_id));
  const from = met.find(({ players }) => (players?.now ?? 0) > 0)?.version;
  if (from === undefined) return false;
  try {
    const versions = { from_version_id: from, to_version_id: version_id };
    return waitOf(met, await client.call('versions.compare', { ...targetOf(place), ...versions })) !== undefined;
  } catch {
    // How versions run is not known then, which is no reason not to go back.
    return false;
  }
}

/** The servers of a namespace, as soon as they are read or cannot be: then those that were seen last. */
async function serversOf(place: NamespacePlace): Promise<readonly Server[]> {
  let servers: readonly Server[] = [];
  const stopList = client.subscribe('servers', targetOf(place), { next: (list) => (servers = list) });
  const { promise: known, resolve } = Promise.withResolvers<void>();
  const stopState = client.subscribe('servers.state', targetOf(place), {
    next: ({ fresh_at: readAt, stale_since: goneAt, problem }) => {
      if ([readAt, goneAt, problem].some((told) => told !== undefined)) resolve();
    },
  });
  await known;
  stopList();
  stopState();
  return servers;
}

/** What there may be all the same. */
export function formatNoWayBack(): string {
  return t('One that crashed in a loop or was rolled back does not count. Switch to it if you want it.');
}

/** A namespace as the bridge names it. */
export function targetOf({ instance_id, game_id, namespace_id }: NamespacePlace) {
  return { instance_id, game_id, namespace_id };
}

/** A game as the bridge names it. */
export function gameOf({ instance_id, game_id }: GamePlace) {
  return { instance_id, game_id };
}
