// The settings of a namespace as they are typed: what the service takes of it, what is wrong, and what is only odd. Pure.
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import { type HostingPolicy, type MatchmakerConfig, NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import { plural, t } from '../../text/t.ts';
import { readSeconds, readWhole } from '../../text/typed-numbers.ts';
import { formatCount } from '../../ui/format.ts';

const U32_MAX = 4_294_967_295;
/** Above this many, a figure is more likely a typing error than intended. */
const ODD_SERVERS = 1_000;
const ODD_PLAYERS = 10_000;

/** The fields that hold a number. */
export type FigureField = 'lobbies' | 'players' | 'servers' | 'drain';
/** The form as it is typed. The limit of draining is in seconds. */
export type SettingsDraft = Record<FigureField, string> & {
  onSwitch: HostingPolicy['on_version_switch'];
  restart: HostingPolicy['restart'];
};
/** Sentences by field. */
export type SettingsInput = Partial<Record<FigureField, string>>;

/** The form as it stands before anything is typed. */
export function draftOf({ limits, hosting }: NamespaceSettings): SettingsDraft {
  return {
    lobbies: limits === null ? '' : String(limits.lobby_count_max),
    players: limits === null || limits.max_players === NO_PLAYER_LIMIT ? '' : String(limits.max_players),
    servers: hosting === null ? '' : String(hosting.server_count),
    drain: hosting === null ? '' : String(hosting.drain_limit / 1000),
    onSwitch: hosting?.on_version_switch ?? 'drain',
    restart: hosting?.restart ?? 'back_off',
  };
}

/** What is to be changed, or what is wrong. What is as it was is left out. */
export type ParsedSettings =
  | { limits?: MatchmakerConfig; hosting?: HostingPolicy; problems?: never }
  | { problems: SettingsInput };

/** Reads the form. `before` is what the service had. */
export function parseSettings(draft: SettingsDraft, before: NamespaceSettings): ParsedSettings {
  const problems: SettingsInput = {};
  const limits = limitsOf(draft, before, problems);
  const hosting = before.hosting === null ? undefined : hostingOf(draft, problems);
  if (Object.keys(problems).length > 0) return { problems };
  const isSame = (one: object | undefined, other: object | null) => JSON.stringify(one) === JSON.stringify(other);
  return {
    ...(limits === undefined || isSame(limits, ordered(before.limits)) ? {} : { limits }),
    ...(hosting === undefined || isSame(hosting, orderedHosting(before.hosting)) ? {} : { hosting }),
  };
}

/** Limits that are not known are set only when both were typed. */
function limitsOf(
  draft: SettingsDraft,
  before: NamespaceSettings,
  problems: SettingsInput,
): MatchmakerConfig | undefined {
  if (before.limits === null && draft.lobbies.trim() === '' && draft.players.trim() === '') return undefined;
  const isUnlimited = before.limits !== null && draft.players.trim() === '';
  return {
    lobby_count_max: whole(draft, 'lobbies', problems),
    max_players: isUnlimited ? NO_PLAYER_LIMIT : whole(draft, 'players', problems),
  };
}

function hostingOf(draft: SettingsDraft, problems: SettingsInput): HostingPolicy {
  return {
    server_count: whole(draft, 'servers', problems),
    on_version_switch: draft.onSwitch,
    drain_limit: millis(draft.drain, problems),
    restart: draft.restart,
  };
}

function ordered(limits: MatchmakerConfig | null) {
  return limits && { lobby_count_max: limits.lobby_count_max, max_players: limits.max_players };
}

function orderedHosting(hosting: HostingPolicy | null) {
  if (hosting === null) return null;
  const { server_count, on_version_switch, drain_limit, restart } = hosting;
  return { server_count, on_version_switch, drain_limit, restart };
}

function whole(draft: SettingsDraft, field: FigureField, problems: SettingsInput): number {
  const value = readWhole(draft[field], [0, U32_MAX]);
  if (value !== undefined) return value;
  problems[field] = t('Type a whole number from 0 to {most}.', { most: formatCount(U32_MAX) });
  return 0;
}

function millis(text: string, problems: SettingsInput): number {
  const value = readSeconds(text, U32_MAX);
  if (value !== undefined) return value;
  problems.drain = t('Type seconds, from 0 to {most}.', { most: formatCount(Math.floor(U32_MAX / 1000)) });
  return 0;
}

/** What may be set and is yet likely a slip. `playersNow` is how many play on the fullest server. */
export function oddities(draft: SettingsDraft, playersNow: number): SettingsInput {
  const value = (field: FigureField) => readWhole(draft[field], [0, U32_MAX]);
  const [lobbies, players, servers] = [value('lobbies'), value('players'), value('servers')];
  return pick({
    lobbies: lobbies === undefined ? undefined : oddLobbies(lobbies, servers),
    players: players === undefined ? undefined : oddPlayers(players, playersNow),
    servers:
      servers !== undefined && servers > ODD_SERVERS
        ? t('{servers} servers at once is unusual for one machine.', { servers: formatCount(servers) })
        : undefined,
    drain:
      draft.onSwitch === 'drain' && draft.drain.trim() === '0'
        ? t('With 0 seconds, servers stop without waiting for matches.')
        : undefined,
  });
}

function oddLobbies(lobbies: number, servers: number | undefined): string | undefined {
  if (lobbies === 0) return t('With 0, no server may run here and nobody can play.');
  if (servers !== undefined && servers > lobbies)
    return plural(
      servers,
      'It keeps {n} server, and only {lobbies} may run.',
      'It keeps {n} servers, and only {lobbies} may run.',
      {
        lobbies: formatCount(lobbies),
      },
    );
  return lobbies > ODD_SERVERS
    ? t('{lobbies} servers at once is unusual.', { lobbies: formatCount(lobbies) })
    : undefined;
}

function oddPlayers(players: number, playersNow: number): string | undefined {
  if (players === 0) return t('With 0, nobody can join a server.');
  if (players < playersNow)
    return plural(
      playersNow,
      'One server has {n} player now. They stay; nobody joins until there are fewer.',
      'One server has {n} players now. They stay; nobody joins until there are fewer.',
    );
  return players > ODD_PLAYERS
    ? t('{players} players on one server is unusual.', { players: formatCount(players) })
    : undefined;
}

function pick(words: Record<FigureField, string | undefined>): SettingsInput {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text !== undefined));
}
