// The checks on the switch sheet: what is good and what to know before a version is let on players. Facts only. Pure.

import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import { RAN_WELL_MS } from '../../../src-shared/servers/trouble-spans.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import type { AlsoRuns, Comparison, VersionFacts } from '../../../src-shared/versions/bridge.ts';
import { plural, t, translate } from '../../text/t.ts';
import { formatCount, formatDate, formatSpan } from '../../ui/format.ts';
import { versionName } from './namespaces-selectors.ts';
import { troubleOf } from './outcome-words.ts';
import { formatWait, type SwitchWait } from './switch-wait.ts';

/** One check: a bold sentence, and what to do about it. */
export type Check = { state: 'done' | 'notice' | 'failed'; text: string; rest?: string };

/** More findings than these are counted. */
const MOST_FINDINGS = 4;

type Known = {
  comparison: Comparison;
  settings: NamespaceSettings | undefined;
  game: GameFull;
  namespace_id: string;
  /** What the new server waits for, and how many play on those that it waits for, where that is known. */
  waits?: { wait: SwitchWait | undefined; players: number | undefined };
};

/** What is to be known about the version to come. */
export function checksOf({ comparison, settings, game, namespace_id, waits }: Known): Check[] {
  const { to, namespace } = comparison;
  const name = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.name_id ?? '';
  return [
    ...buildChecks(to),
    ...(namespace === undefined ? [] : hereChecks(namespace, name)),
    ...(settings?.hosting?.server_count === 0
      ? [
          {
            state: 'notice',
            text: t('{name} keeps no servers.', { name }),
            rest: t('None starts by itself after the switch.'),
          } as const,
        ]
      : []),
    ...(waits?.wait === undefined ? [] : [waitCheck(waits.wait, waits.players, versionName(game, to.version_id))]),
    ...findingChecks(to),
  ];
}

/** Without players the old one ends at once. */
function waitCheck(wait: SwitchWait, players: number | undefined, to: string): Check {
  const rest =
    players === 0
      ? t('Nobody can join for a moment.')
      : t('While people play, that takes as long as they do, unless servers are stopped now.');
  return { state: 'notice', text: formatWait(wait, to), rest };
}

type Here = NonNullable<Comparison['namespace']>;

function hereChecks(here: Here, name: string): Check[] {
  return [...here.also_runs.flatMap((other) => otherChecks(other, name, here.limits)), ...beforeChecks(here, name)];
}

/** How it went there last. What ran for a moment alone speaks neither for it nor against it. */
function beforeChecks({ ran_before: before, went }: Here, name: string): Check[] {
  if (before === undefined) return [];
  const from = Date.parse(before);
  const against = went && trouble(went, from, name);
  if (against !== undefined) return [{ state: 'notice', text: against }];
  const isShort = went?.ran_well === false && (went.ran_ms ?? 0) < RAN_WELL_MS;
  if (isShort) return [];
  return [{ state: 'done', text: t('It ran on {name} before, from {date}', { name, date: formatDate(from) }) }];
}

function trouble(went: NonNullable<Here['went']>, from: number, name: string): string | undefined {
  const { crashes = 0, failed_starts: failed = 0, ran_ms: ranMs, ended_ts: ended, rolled_back: isRolledBack } = went;
  const kind = troubleOf(went);
  if (kind === 'crashed')
    return plural(crashes, 'It crashed once on {name}', 'It crashed {n} times on {name}', { name });
  if (kind === 'failed')
    return plural(failed, 'It did not start on {name}', 'It did not start {n} times on {name}', { name });
  if (ranMs === 0) return t('Nobody could ever join it on {name}', { name });
  if (!isRolledBack || ended === undefined) return undefined;
  return t('It was rolled back on {name} after {time}', { name, time: formatSpan(Date.parse(ended) - from) });
}

function buildChecks({ build }: VersionFacts): Check[] {
  if (build === undefined) return [];
  if (build === null) {
    return [{ state: 'failed', text: t('This version has no build.'), rest: t('No server can start with it.') }];
  }
  switch (build.state) {
    case 'complete': {
      if (build.sha256 === undefined) return [{ state: 'done', text: t('The build is stored and verified') }];
      const hash = `${build.sha256.slice(0, 8)}…${build.sha256.slice(-4)}`;
      return [{ state: 'done', text: t('The build is stored and verified, SHA-256 {hash}', { hash }) }];
    }
    case 'refused':
      return [
        {
          state: 'failed',
          text: t('The build cannot be run.'),
          rest: translate(build.problem) ?? t('The instance refused it.'),
        },
      ];
    default:
      return [
        { state: 'failed', text: t('The build is not complete.'), rest: t('Servers start once its upload is done.') },
      ];
  }
}

function otherChecks(
  { name_id: other, ran, since, limits }: AlsoRuns,
  name: string,
  own: AlsoRuns['limits'] | undefined,
): Check[] {
  // A version that is only set there says nothing of how it runs.
  if (!ran) return [];
  const text =
    since === undefined
      ? t('{other} runs it', { other })
      : t('{other} runs it since {date}', { other, date: formatDate(Date.parse(since)) });
  const runs: Check = { state: 'done', text };
  if (limits === null || own === undefined || own === null || limits.max_players === own.max_players) return [runs];
  return [
    runs,
    {
      state: 'notice',
      text: formatOtherLimit(limits.max_players, other, name, formatMost(own.max_players)),
      rest: t('A switch does not change limits.'),
    },
  ];
}

function formatOtherLimit(limit: number, other: string, name: string, most: string): string {
  const values = { other, name, most };
  if (limit === NO_PLAYER_LIMIT) return t('{other} takes any number of players per lobby, {name} {most}.', values);
  return plural(
    limit,
    '{other} takes {n} player per lobby, {name} {most}.',
    '{other} takes {n} players per lobby, {name} {most}.',
    values,
  );
}

function formatMost(limit: number): string {
  return limit === NO_PLAYER_LIMIT ? '∞' : formatCount(limit);
}

function findingChecks({ findings = [] }: VersionFacts): Check[] {
  const grave = findings.filter(({ severity }) => severity !== 'info');
  const shown = grave.slice(0, MOST_FINDINGS).map(
    ({ severity, sentence, hint }): Check => ({
      state: severity === 'block' ? 'failed' : 'notice',
      text: translate(sentence),
      rest: translate(hint),
    }),
  );
  const more = grave.length - shown.length;
  return more > 0
    ? [
        ...shown,
        { state: 'notice', text: plural(more, '{n} more finding of the doctor', '{n} more findings of the doctor') },
      ]
    : shown;
}
