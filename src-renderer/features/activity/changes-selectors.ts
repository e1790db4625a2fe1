// What a change says besides its sentence: its mark, who made it, what else there is to know, and whether it is looked for. Pure.
import type { ActivityChange } from '../../../src-shared/activity/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { formatCount, formatDay, formatPacked, formatSpan } from '../../ui/format.ts';
import { formatSettingChange, type SettingChange, setupChanges } from '../namespaces/setting-words.ts';

/** The mark of each kind. */
export const glyphOf: Readonly<Record<ActivityChange['kind'], Glyph>> = {
  deployed: 'running',
  rolled_back: 'stopped',
  crashed: 'crashed',
  uploaded: 'done',
  limits: 'running',
  hosting: 'running',
  network: 'notice',
  server_started: 'running',
  server_crashed: 'crashed',
  server_stopped: 'stopped',
  server_killed: 'stopped',
  server_restarted: 'running',
  token_created: 'done',
  namespace_created: 'done',
};

/** The name of a version; null is one that the game no longer has. */
export function versionText(name: string | null | undefined): string {
  return name ?? t('a deleted version');
}

/** Before a name, which may be any word, and also one that says who it was. */
const NAMED = 'name:';

/** Who made a change, as they are chosen by; undefined where nobody did or it is not known. */
export function whoOf({ by, made_by: maker }: ActivityChange): string | undefined {
  if (by === 'here') return 'here';
  if (maker === undefined) return undefined;
  return maker.name === undefined ? maker.kind : NAMED + maker.name;
}

/** The word for who made it. */
export function formatMaker(who: string): string {
  if (who.startsWith(NAMED)) return who.slice(NAMED.length);
  const known: Readonly<Record<string, string | undefined>> = {
    here: t('you, in this window'),
    owner: t('the owner'),
    cloud: t('a token without a name'),
    service: t('a token without a name'),
    slipway: t('Slipway itself'),
  };
  return known[who] ?? who;
}

/** Who and where, under the sentence. */
export function formatUnder(change: ActivityChange, namespace: string | undefined): string {
  if (change.kind === 'crashed' || change.kind === 'server_crashed') return translate(change.problem) ?? '';
  const { address, program } = change.by === 'here' ? {} : (change.made_from ?? {});
  const size = change.kind === 'uploaded' ? formatUpload(change, namespace) : undefined;
  return [formatWho(change), program, address, size].filter((part) => part !== undefined).join(', ');
}

/** Undefined where nothing at all is known of that, as of an upload by another app. */
function formatWho(change: ActivityChange): string | undefined {
  const who = whoOf(change);
  if (who !== undefined) return formatMaker(who);
  return change.by === 'elsewhere' ? t('somebody else') : undefined;
}

function formatUpload({ bytes = 0 }: ActivityChange, namespace: string | undefined): string {
  const size = formatPacked(bytes);
  return namespace === undefined ? size : t('{size}, for {namespace}', { size, namespace });
}

/** What else there is to know, at the end of the row. */
export function formatAside(change: ActivityChange): string {
  const { kind, before, version, lasted_ms: lasted, set_after: after } = change;
  const settings = settingsOf(change).map(formatSettingChange);
  if (kind === 'rolled_back') {
    return t('to {version}, after {time}', { version: versionText(version), time: formatSpan(lasted ?? 0) });
  }
  if (kind === 'limits') return after?.limits === undefined ? '' : formatLimits(after.limits);
  if (kind === 'hosting') return settings.join(', ');
  if (kind !== 'deployed' || before === undefined) return '';
  return [t('from {version}', { version: versionText(before) }), ...settings].join(', ');
}

const SERVER_COUNT = 'hosting.server_count';

/** The settings that a change changed, as far as it is known how they were before. The sentence says how many servers are kept. */
function settingsOf({ kind, set_before: before, set_after: after }: ActivityChange): SettingChange[] {
  const all = setupChanges(before ?? {}, after ?? {});
  return kind === 'hosting' ? all.filter(({ key }) => key !== SERVER_COUNT) : all;
}

/** How many servers a namespace keeps by a change; undefined where something else was changed. */
export function keptBy({ set_before: before, set_after: after }: ActivityChange): number | undefined {
  const changes = setupChanges(before ?? {}, after ?? {});
  const isOther = changes.length > 0 && changes.every(({ key }) => key !== SERVER_COUNT);
  return isOther ? undefined : after?.hosting?.server_count;
}

function formatLimits({
  lobby_count_max: lobbies,
  max_players: players,
}: {
  lobby_count_max: number;
  max_players: number;
}): string {
  const most = players === NO_PLAYER_LIMIT ? t('no limit') : formatCount(players);
  return `${t('Players per lobby')} ${most}, ${t('Maximum lobbies')} ${formatCount(lobbies)}`;
}

/** Which changes are listed. */
export type ChangeFilter = { namespace_id: string; who: string; text: string };

/** Whether a change is listed. `name` is its namespace's name. */
export function isListed(
  change: ActivityChange,
  { namespace_id, who, text }: ChangeFilter,
  name: string | undefined,
): boolean {
  if (namespace_id !== 'all' && change.namespace_id !== namespace_id) return false;
  if (who !== 'anyone' && whoOf(change) !== who) return false;
  const { version, before, name: made, server_id: server } = change;
  const words = [name, version, before, made, server, formatUnder(change, name), formatAside(change)];
  return words.join(' ').toLowerCase().includes(text.trim().toLowerCase());
}

/** Changes by day, newest first. */
export function byDay(changes: readonly ActivityChange[], now: number): { day: string; changes: ActivityChange[] }[] {
  const days: { day: string; changes: ActivityChange[] }[] = [];
  for (const change of changes) {
    const day = formatDayOf(change.at, now);
    const last = days.at(-1);
    if (last?.day === day) last.changes.push(change);
    else days.push({ day, changes: [change] });
  }
  return days;
}

const DAY_MS = 86_400_000;

function formatDayOf(at: number, now: number): string {
  const isDay = (moment: number) => new Date(at).toDateString() === new Date(moment).toDateString();
  if (isDay(now)) return t('Today');
  return isDay(now - DAY_MS) ? t('Yesterday') : formatDay(at);
}

/** The name of the namespace of a change. */
export function namespaceOf(
  game: GameFull,
  { namespace_id }: Pick<ActivityChange, 'namespace_id'>,
): string | undefined {
  return game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.name_id;
}
