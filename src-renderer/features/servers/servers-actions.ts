// Follows servers, and asks for what a person can do to one. Each request says its own failure.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NamespacePlace, ServerChoices, ServerTarget, SetNetwork } from '../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { CreateServerBody, Server } from '../../../src-shared/service/servers.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import { client } from '../../bridge/client.ts';
import { hashWithin } from '../../routes/route-store.ts';
import { phrase } from '../../text/t.ts';
import { createDrafts } from '../../ui/drafts.ts';
import { retireSubject, say } from '../../ui/notices/notices-actions.ts';
import { emptyDraft, type PortDraft, serverDraft, storableDraft } from './create-server-form.ts';
import { isEnded } from './server-format.ts';
import { type NamespaceServers, nextSort, playersOn, type ServerFilter, type SortKey } from './servers-selectors.ts';
import { type Ending, type ServerBusy, useServers } from './servers-store.ts';

type GamePlace = Omit<NamespacePlace, 'namespace_id'>;

/** Mirrors the servers of a game's namespaces until the answer is called. */
export function followServers(game: GamePlace, namespaceIds: readonly string[]): () => void {
  const stops = namespaceIds.flatMap((namespace_id) => {
    const place = { ...game, namespace_id };
    return [
      client.subscribe('servers', place, { next: (list) => keep(namespace_id, { list }) }),
      client.subscribe('servers.state', place, { next: (state) => keep(namespace_id, { state }) }),
    ];
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Forgets what was mirrored of another game. */
export function clearServers(): void {
  useServers.setState({ known: {}, list: undefined });
}

function keep(namespace_id: string, change: Partial<NamespaceServers>): void {
  // That one could not be stopped is over once it has ended.
  for (const server of change.list ?? []) if (isEnded(server)) retireSubject(subjectOf(server.id, 'stop'));
  useServers.setState(({ known, list }) => {
    const next = {
      ...known,
      [namespace_id]: { ...(known[namespace_id] ?? { list: undefined, state: {} }), ...change },
    };
    if (change.list === undefined) return { known: next, list };
    const all = Object.values(next).flatMap((one) => one?.list ?? []);
    return { known: next, list: [...new Map(all.map((server) => [server.id, server])).values()] };
  });
}

/** Begins the page of the servers of a game, or of one namespace of it. */
export function beginServers(instance_id: string): () => void {
  useServers.setState({ filter: { show: 'all', text: '' }, selected: new Set() });
  return client.subscribe('servers.pinned', { instance_id }, { next: (pinned) => useServers.setState({ pinned }) });
}

/** Mirrors what the servers of namespaces use until the answer is called. */
export function followUsage(game: GamePlace, namespaceIds: readonly string[]): () => void {
  const take = (namespace_id: string, list: readonly ServerUsage[] | undefined) =>
    useServers.setState(({ usages }) => {
      const next = { ...usages, [namespace_id]: list };
      const all = Object.values(next).flatMap((one) => one ?? []);
      return { usages: next, usage: new Map(all.map((usage) => [usage.id, usage])) };
    });
  const stops = namespaceIds.map((namespace_id) => {
    const place = { ...game, namespace_id };
    const stop = client.subscribe('servers.usage', place, { next: (list) => take(namespace_id, list) });
    return () => {
      stop();
      take(namespace_id, undefined);
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Mirrors one server from close by until the answer is called. */
export function followServer(target: ServerTarget): () => void {
  useServers.setState({ detail: undefined });
  return client.subscribe('servers.detail', target, {
    // Until it was read there is nothing to show but what the list knows.
    next: (detail) => {
      if (detail.server !== null || detail.problem !== undefined) useServers.setState({ detail });
    },
  });
}

/** Shows some of the servers. */
export function filterServers(change: Partial<ServerFilter>): void {
  useServers.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

/** Sorts by a column, the other way round, or as it was. */
export function sortServers(key: SortKey): void {
  useServers.setState(({ sort }) => ({ sort: nextSort(sort, key) }));
}

/** Selects servers, or no more. */
export function selectServers(ids: readonly string[], isOn: boolean): void {
  useServers.setState(({ selected }) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    return { selected: next };
  });
}

/** Selects these servers, and no others. */
export function selectOnly(ids: readonly string[]): void {
  useServers.setState({ selected: new Set(ids) });
}

/** Opens or closes the form for a new server. */
export function setCreatingServer(creating: boolean): void {
  useServers.setState({ creating });
}

/** What was typed into the form for a new server, by namespace. */
export const newServers = createDrafts('new-server', serverDraft, storableDraft);

/** Opens that form for another server of the same build, with these ports. */
export function startWithPorts(namespace_id: string, build: string, ports: readonly PortDraft[]): void {
  newServers.keep(namespace_id, { ...(newServers.read(namespace_id) ?? emptyDraft), build, ports });
  setCreatingServer(true);
}

/** Asks before that is done to the server that is open; without it, no more. */
export function askEnding(asked: { server_id: string; ending: Ending } | undefined): void {
  useServers.setState({ asked });
}

/** Asks where somebody plays on a server that lives, or where its namespace is protected; whether it did. */
export function askFirst(server: Server, ending: Ending, isProtected = false): boolean {
  if (isEnded(server) || (!isProtected && (playersOn([server]) ?? 0) === 0)) return false;
  askEnding({ server_id: server.id, ending });
  return true;
}

/** Ends a server, with its own grace or at once. */
export function stopServer(target: ServerTarget, now: boolean, confirm?: string): Promise<void> {
  const name = shortServerId(target.server_id);
  return whileBusy(target, now ? 'kill' : 'stop', phrase('{name} could not be stopped', { name }), async () => {
    await client.call('servers.stop', { ...target, ...named(confirm), ...(now ? { grace_ms: 0 } : {}) });
  });
}

/** Ends a server and starts another in the same way; answers the new one's id. */
export async function restartServer(target: ServerTarget, confirm?: string): Promise<string | undefined> {
  let next: string | undefined;
  await whileBusy(
    target,
    'restart',
    phrase('{shortServerId} could not be restarted', { shortServerId: shortServerId(target.server_id) }),
    async () => {
      next = (await client.call('servers.restart', { ...target, ...named(confirm) })).server_id;
    },
  );
  return next;
}

/** The name that a protected namespace asks for. */
function named(confirm: string | undefined): { confirm?: string } {
  return confirm === undefined ? {} : { confirm };
}

/** Gives the players of a server another network. */
export function setNetwork(target: ServerTarget, network: SetNetwork): Promise<void> {
  const failure = phrase('The network of {shortServerId} was not changed', {
    shortServerId: shortServerId(target.server_id),
  });
  return whileBusy(target, 'network', failure, async () => {
    await client.call('servers.setNetwork', { ...target, network });
  });
}

/** What a new server can be made of. Throws a sentence. */
export async function readChoices(place: NamespacePlace): Promise<ServerChoices> {
  const { builds, ...others } = await client.call('servers.choices', place);
  return { ...others, builds: builds.filter(({ state }) => state === 'complete') };
}

/** Starts a server; answers its id. Throws what is wrong with it. */
export async function createServer(place: NamespacePlace, body: CreateServerBody): Promise<string> {
  const { server_id: id } = await client.call('servers.create', { ...place, body });
  return id;
}

const pinOf = ({ instance_id, game_id, namespace_id, server_id }: ServerTarget) => {
  return { instance_id, game_id, environment_id: namespace_id, server_id };
};

/** Follows a server by its id. Answers what is wrong, if anything is. */
export async function followById(target: ServerTarget): Promise<string | undefined> {
  try {
    await client.call('servers.pin', pinOf(target));
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

/** Takes one that was added by its id off the list. */
export async function unfollow(target: ServerTarget): Promise<void> {
  try {
    await client.call('servers.unpin', pinOf(target));
  } catch (thrown) {
    say({
      state: 'failed',
      title: phrase('The server could not be removed from the list'),
      detail: asAppError(thrown).toMessage(),
    });
  }
}

/** Goes on with a drag that began on a log. */
export async function dragLog(target: ServerTarget): Promise<void> {
  try {
    await client.call('desktop.dragLog', target);
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The log was not dragged out'), detail: asAppError(thrown).toMessage() });
  }
}

/** Opens a web address outside of the app. */
export async function openLink(url: string): Promise<void> {
  try {
    await client.call('host.openLink', { url });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The address could not be opened'), detail: asAppError(thrown).toMessage() });
  }
}

/** What went wrong with a server: of each thing only the newest is told, until that is tried again. Stop and Kill are one. */
function subjectOf(server_id: string, busy: ServerBusy): string {
  return [busy === 'kill' ? 'stop' : busy, server_id].join(' ');
}

async function whileBusy(target: ServerTarget, busy: ServerBusy, failure: Message, run: () => Promise<void>) {
  const { server_id: id } = target;
  const subject = subjectOf(id, busy);
  setBusy(id, busy);
  retireSubject(subject);
  try {
    await run();
  } catch (thrown) {
    const hash = hashWithin(target);
    say({ state: 'failed', title: failure, detail: asAppError(thrown).toMessage() }, [], { hash, subject });
  } finally {
    setBusy(id, undefined);
  }
}

/** Something is asked of a server, or was answered. */
export function setBusy(id: string, busy: ServerBusy | undefined): void {
  useServers.setState((state) => ({ busy: { ...state.busy, [id]: busy } }));
}
