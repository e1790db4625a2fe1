// What a lane shows of its namespace: its state, since when it runs its version, whether it can be changed. Pure.
import type { InstanceView } from '../../../../src-shared/instances/bridge.ts';
import type { TapeView } from '../../../../src-shared/namespaces/tape.ts';
import type { ServersState } from '../../../../src-shared/servers/bridge.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import type { Glyph } from '../../../design/state-glyph.tsx';
import { counted } from '../../../ui/words.ts';
import { isEnded, isRunning, isTrouble, stateOf } from '../../servers/server-words.ts';
import { isProtected } from '../namespaces-selectors.ts';

/** What the window knows of the servers of a namespace. */
export type LaneServers = { list: readonly Server[] | undefined; state: ServersState };

/** The servers; undefined until they were read, and where they are not told. An empty list may only be one that is not known. */
function listOf({ list, state }: LaneServers): readonly Server[] | undefined {
  return state.fresh_at === undefined ? undefined : list;
}

/** The state of a lane: its glyph, and the word for it. */
export type LaneState = { glyph: Glyph; words: string };

/** A server that crashed stays in sight for so long. */
const CRASH_SHOWN_MS = 600_000;

/** The state of a namespace, told from its servers. */
export function laneState(servers: LaneServers, versionId: string, isSwitching: boolean): LaneState {
  if (isSwitching) return { glyph: 'starting', words: 'Switching' };
  const list = listOf(servers);
  if (list === undefined) return notTold;
  const alive = list.filter((server) => !isEnded(server));
  if (alive.some(isRunning)) return { glyph: 'running', words: 'Running' };
  if (alive.some((server) => stateOf(server) === 'stopping')) return { glyph: 'stopping', words: 'Stopping' };
  if (alive.length > 0) return { glyph: 'starting', words: 'Starting' };
  if (laneTrouble(servers, versionId) !== undefined) return { glyph: 'crashed', words: 'No server runs' };
  return { glyph: 'idle', words: 'Idle' };
}

const notTold: LaneState = { glyph: 'stopped', words: 'Its servers are not known' };

/** How many players and servers a namespace has now; undefined where that is not told. */
export function laneCounts(servers: LaneServers): { players: number | undefined; servers: number | undefined } {
  const list = listOf(servers);
  if (list === undefined) return { players: undefined, servers: undefined };
  const alive = list.filter((server) => !isEnded(server));
  const isTold = alive.every(({ players, state }) => players !== undefined || state !== 'running');
  const players = alive.reduce((sum, { players: here }) => sum + (here?.now ?? 0), 0);
  return { players: isTold ? players : undefined, servers: alive.length };
}

/** How many servers live in all these namespaces; undefined while one of them is not known. */
export function aliveIn(all: readonly (LaneServers | undefined)[]): number | undefined {
  let sum = 0;
  for (const each of all) {
    const count = each === undefined ? undefined : laneCounts(each).servers;
    if (count === undefined) return undefined;
    sum += count;
  }
  return all.length === 0 ? undefined : sum;
}

/** The servers that have a pip: those that live, and those that crashed just now. Oldest first, so that they keep their places. */
export function pipsOf(servers: LaneServers, now: number): Server[] {
  const shown = (listOf(servers) ?? []).filter(
    (server) => !isEnded(server) || (isTrouble(server) && now - (server.destroyed_at ?? 0) < CRASH_SHOWN_MS),
  );
  return shown.toSorted((a, b) => Number(isTrouble(a)) - Number(isTrouble(b)) || a.created_at - b.created_at);
}

/** The server that was to be kept and could not be: nothing else lives, and the newest one failed. */
export function laneTrouble(servers: LaneServers, versionId: string): Server | undefined {
  const list = listOf(servers);
  if (list === undefined || list.some((server) => !isEnded(server))) return undefined;
  const [newest] = list.toSorted((a, b) => b.created_at - a.created_at);
  const isOurs = newest?.kept === true && newest.version === versionId && newest.problem !== undefined;
  return isOurs && isTrouble(newest) ? newest : undefined;
}

/** The versions whose servers still end, while those of the present one already run or start. */
export function leavingWords(servers: LaneServers, game: GameFull, versionId: string): string | undefined {
  const alive = (listOf(servers) ?? []).filter((server) => !isEnded(server));
  const old = alive.filter(({ version, kept }) => kept === true && version !== undefined && version !== versionId);
  const [first] = old;
  if (first === undefined) return undefined;
  const name = game.versions.find(({ version_id: id }) => id === first.version)?.display_name;
  return `from ${name ?? 'another version'}, ${counted(old.length, 'server')} of it still ${old.length === 1 ? 'runs' : 'run'}`;
}

/** Since when the present version runs; undefined until the history was read. */
export function runsSince({ reigns }: Pick<TapeView, 'reigns'>, versionId: string): number | undefined {
  const last = reigns?.at(-1);
  return last?.version_id === versionId && last.to === undefined ? last.from : undefined;
}

/** Why nothing can be changed on an instance now; undefined when it can. */
export function changeOff(instance: InstanceView): string | undefined {
  if (instance.state !== 'connected') return `${instance.name} does not answer. This goes on when it does.`;
  if (instance.is_read_only === true) return `${instance.name} is marked as read-only here.`;
  return undefined;
}

/** What is offered to a lane: a version of the game, or files from outside, which are only uploaded with Shift. */
export type Offered = { versionId: string; name: string } | 'files' | 'upload';

/** What a lane says to it: what will happen, or why it does not take it. */
export type LaneOffer = { isTaken: boolean; title: string; text: string; reason?: string };

type Around = { instance: InstanceView; game: GameFull; namespace: NamespaceSummary; servers: LaneServers };

/** Whether files that are dropped here are launched; elsewhere they only become a version. */
export function takesFiles(around: Around): boolean {
  return laneOffer('files', around, false).isTaken;
}

/** The words of a lane that something is held over, or that is picked by keyboard. */
export function laneOffer(offered: Offered, around: Around, isPicked: boolean): LaneOffer {
  const { instance, namespace } = around;
  const off = changeOff(instance);
  if (off !== undefined) return { isTaken: false, title: `${namespace.name_id} takes nothing now`, text: off };
  if (offered === 'files') return filesOffer(around);
  return offered === 'upload' ? uploadOffer : versionOffer(offered, around, isPicked);
}

const uploadOffer: LaneOffer = {
  ...{ isTaken: true, title: 'Drop to upload only' },
  text: 'It becomes a version. No namespace is switched to it.',
};

function filesOffer({ instance, game, namespace, servers }: Around): LaneOffer {
  const { name_id: name, namespace_id: namespaceId } = namespace;
  if (isProtected(instance, { gameId: game.game_id, namespaceId })) {
    const text = `It becomes a version that ${name} can be switched to, which asks for its name.`;
    return { isTaken: false, title: `${name} is protected, drop uploads only`, text };
  }
  const { servers: count } = laneCounts(servers);
  const now =
    count === undefined || count === 0 ? '' : `${counted(count, 'server')} ${count === 1 ? 'runs' : 'run'} there now. `;
  const text = `${now}You see what is in it before anything is sent. Hold Shift to upload only.`;
  return { isTaken: true, title: `Drop to upload and launch on ${name}`, text };
}

function versionOffer({ versionId, name }: Exclude<Offered, string>, around: Around, isPicked: boolean): LaneOffer {
  const { namespace, game } = around;
  if (namespace.version_id === versionId) {
    const text = 'Take it to another namespace, or choose another version.';
    return { isTaken: false, title: `${namespace.name_id} runs ${name} already`, text };
  }
  const before = game.versions.find(({ version_id: id }) => id === namespace.version_id)?.display_name;
  const verb = isPicked ? 'Press Enter' : 'Drop';
  const text = `It runs ${before ?? 'a version that is gone'} now. You see what changes before it is switched.`;
  return { isTaken: true, title: `${verb} to switch ${namespace.name_id} to ${name}`, text };
}
