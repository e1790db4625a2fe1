// The checks on the switch sheet: what is good and what to know before a version is let on players. Facts only. Pure.
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { AlsoRuns, Comparison, VersionFacts } from '../../../src-shared/versions/bridge.ts';
import { counted, countWords, dateWords } from '../../ui/words.ts';

/** One check: a bold sentence, and what to do about it. */
export type Check = { state: 'done' | 'notice' | 'failed'; text: string; rest?: string };

/** More findings than these are counted. */
const MOST_FINDINGS = 4;

type Known = { comparison: Comparison; settings: NamespaceSettings | undefined; game: GameFull; namespaceId: string };

/** What is to be known about the version to come. */
export function checksOf({ comparison, settings, game, namespaceId }: Known): Check[] {
  const { to, namespace } = comparison;
  const name = game.namespaces.find(({ namespace_id: id }) => id === namespaceId)?.name_id ?? '';
  return [
    ...buildChecks(to),
    ...(namespace === undefined ? [] : hereChecks(namespace, name)),
    ...(settings?.hosting?.server_count === 0
      ? [
          {
            state: 'notice',
            text: `${name} keeps no servers.`,
            rest: 'None starts by itself after the switch.',
          } as const,
        ]
      : []),
    ...findingChecks(to),
  ];
}

function hereChecks(
  { also_runs: others, limits, ran_before: before }: NonNullable<Comparison['namespace']>,
  name: string,
) {
  const ran = before === undefined ? [] : [`It ran on ${name} before, from ${dateWords(Date.parse(before))}`];
  return [
    ...others.flatMap((other) => otherChecks(other, name, limits)),
    ...ran.map((text): Check => ({ state: 'done', text })),
  ];
}

function buildChecks({ build }: VersionFacts): Check[] {
  if (build === undefined) return [];
  if (build === null) {
    return [{ state: 'failed', text: 'This version has no build.', rest: 'No server can start with it.' }];
  }
  switch (build.state) {
    case 'complete': {
      const hash = build.sha256 === undefined ? '' : `, SHA-256 ${build.sha256.slice(0, 8)}…${build.sha256.slice(-4)}`;
      return [{ state: 'done', text: `The build is stored and verified${hash}` }];
    }
    case 'refused':
      return [
        { state: 'failed', text: 'The build can not be run.', rest: build.problem ?? 'The instance refused it.' },
      ];
    default:
      return [{ state: 'failed', text: 'The build is not complete.', rest: 'Servers start once its upload is done.' }];
  }
}

function otherChecks(
  { name_id: other, since, limits }: AlsoRuns,
  name: string,
  own: AlsoRuns['limits'] | undefined,
): Check[] {
  const when = since === undefined ? '' : ` since ${dateWords(Date.parse(since))}`;
  const runs: Check = { state: 'done', text: `${other} runs it${when}` };
  if (limits === null || own === undefined || own === null || limits.max_players === own.max_players) return [runs];
  return [
    runs,
    {
      state: 'notice',
      text: `${other} takes ${counted(limits.max_players, 'player')} per lobby, ${name} ${countWords(own.max_players)}.`,
      rest: 'A switch does not change limits.',
    },
  ];
}

function findingChecks({ findings = [] }: VersionFacts): Check[] {
  const told = findings.filter(({ severity }) => severity !== 'info');
  const shown = told.slice(0, MOST_FINDINGS).map(
    ({ severity, sentence, hint }): Check => ({
      ...{ state: severity === 'block' ? 'failed' : 'notice', text: sentence, rest: hint },
    }),
  );
  const more = told.length - shown.length;
  return more > 0 ? [...shown, { state: 'notice', text: `${counted(more, 'more finding')} of the doctor` }] : shown;
}
