// What a person is told while they look elsewhere: transfers that ended, servers that crashed or did not start. What happens together is told
// together, with the place where it can be looked at. Pure but for the clock it is given.
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { LOCAL_ID } from '../instances/local-instance.ts';
import { plural, t, told } from './language.ts';
import type { DesktopState, PlacedServer } from './state.ts';

type Kind = 'transfers_done' | 'transfers_failed' | 'servers_crashed' | 'servers_failed';

/** One thing that happened. `hash` is the page that shows it. */
export type Event = { kind: Kind; subject: string; detail: string; hash: string };

/** A notification as the system shows it. */
export type Notice = { kind: Kind; title: string; body: string; hash: string };

const failed = new Set<TransferView['status']>(['failed', 'not_confirmed']);

/** What happened between two states. What was there from the beginning did not happen now. */
export function eventsBetween(before: DesktopState, after: DesktopState): Event[] {
  return [...transferEvents(before, after), ...serverEvents(before, after)];
}

function transferEvents(before: DesktopState, after: DesktopState): Event[] {
  const known = new Map(before.transfers.map((transfer) => [transfer.id, transfer.status]));
  return after.transfers.flatMap((transfer): Event[] => {
    const { id, status, name, problem, outcome } = transfer;
    const last = known.get(id);
    if (last === undefined || last === status) return [];
    const hash = `#/games/${encodeURIComponent(transfer.instance_id)}/${encodeURIComponent(transfer.game_id)}`;
    if (status === 'done') {
      return [
        {
          kind: 'transfers_done',
          subject: name,
          detail: outcome === undefined ? t('The build is there.') : told(outcome),
          hash,
        },
      ];
    }
    if (!failed.has(status)) return [];
    return [
      {
        kind: 'transfers_failed',
        subject: name,
        detail: problem === undefined ? t('It waits for you.') : told(problem.message),
        hash,
      },
    ];
  });
}

function serverEvents(before: DesktopState, after: DesktopState): Event[] {
  const known = new Map(before.servers.map(({ server }) => [server.id, server.state]));
  return after.servers.flatMap((placed): Event[] => {
    const { id, state, problem, created_at: createdAt } = placed.server;
    if (state !== 'crashed' && state !== 'failed') return [];
    // One that does not even start may end before it was ever seen alive.
    const isNew = known.has(id) ? known.get(id) !== state : createdAt >= after.since;
    if (!isNew) return [];
    const detail = problem === undefined ? t('Its log says what it wrote last.') : told(problem);
    return [{ kind: `servers_${state}`, subject: placed.gameName, detail, hash: hashOf(placed) }];
  });
}

function hashOf({ gameId, namespaceId, server }: PlacedServer): string {
  const parts = [LOCAL_ID, gameId, 'servers', namespaceId, server.id];
  return `#/games/${parts.map(encodeURIComponent).join('/')}`;
}

const titles: Record<Kind, { one(subject: string): string; many(count: number): string }> = {
  transfers_done: {
    one: (name) => t('{name} was sent', { name }),
    many: (n) => plural(n, '{n} transfer done', '{n} transfers done'),
  },
  transfers_failed: {
    one: (name) => t('{name} was not sent', { name }),
    many: (n) => plural(n, '{n} transfer did not get through', '{n} transfers did not get through'),
  },
  servers_crashed: {
    one: (game) => t('A server of {game} crashed', { game }),
    many: (n) => plural(n, '{n} server crashed', '{n} servers crashed'),
  },
  servers_failed: {
    one: (game) => t('A server of {game} did not start', { game }),
    many: (n) => plural(n, '{n} server did not start', '{n} servers did not start'),
  },
};
const NAMED = 3;

/** One notification for each kind of event, however many there are. */
export function noticesOf(events: readonly Event[]): Notice[] {
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const same = events.filter((event) => event.kind === kind);
    const [first] = same;
    if (first === undefined) throw new Error('A kind comes from an event');
    if (same.length === 1)
      return { kind, title: titles[kind].one(first.subject), body: first.detail, hash: first.hash };
    const names = [...new Set(same.map(({ subject }) => subject))];
    const some = names.slice(0, NAMED).join(', ');
    const which =
      names.length > NAMED ? t('{names} and {count} more', { names: some, count: names.length - NAMED }) : some;
    const body = kind === 'servers_failed' && isOneReason(same) ? `${which}: ${first.detail}` : which;
    const hash = names.length === 1 ? upToGame(first.hash) : '#/';
    return { kind, title: titles[kind].many(same.length), body, hash };
  });
}

/** Servers of one build mostly fail to start for one reason, and there is no log to look for it. */
function isOneReason(events: readonly Event[]): boolean {
  return new Set(events.map(({ detail }) => detail)).size === 1;
}

/** The page of the game whose servers or transfers these are. */
function upToGame(hash: string): string {
  return hash.split('/').slice(0, 5).join('/');
}

const GATHER_MS = 1_000;
const REST_MS = 10_000;

/** Shows what happens within a second as one, and then nothing for ten, so that a crash loop does not flood the desktop. */
export function createNotifier(show: (notice: Notice) => void) {
  let waiting: Event[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const notices = noticesOf(waiting);
    waiting = [];
    timer = setTimeout(flush, REST_MS);
    for (const notice of notices) show(notice);
  };
  return {
    add: (events: readonly Event[]) => {
      waiting.push(...events);
      if (waiting.length > 0) timer ??= setTimeout(flush, GATHER_MS);
    },
    close: () => clearTimeout(timer),
  };
}
