// `slipway games`, `versions` and `history`: what is on an instance, and what runs where.
import { asAppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { DeploymentOutcome } from '../../src-shared/service/namespaces.ts';
import type { ServerState } from '../../src-shared/service/servers.ts';
import type { VersionSummary } from '../../src-shared/service/versions.ts';
import { firstVersion, ownVersions } from '../../src-shared/versions/first-version.ts';
import { exactly, needed, readArguments, targetHelp, targetOptions, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { findGame, findNamespace, listGames } from './find-game.ts';
import { environmentOf, type Place } from './find-place.ts';
import type { Command } from './help.ts';
import { answer, table } from './output.ts';
import { withTarget } from './with-target.ts';

export const games: Command = {
  name: 'games',
  summary: 'List the games of an instance',
  usage: 'games [--remote NAME] [--json]',
  options: targetHelp,
  run: async (args, io) => {
    const { values, positionals } = readArguments('games', args, targetOptions);
    exactly('games', positionals, []);
    const found = await withTarget(io, values, ({ client }) => listGames(client));
    answer(io, values.json, { games: found }, () =>
      table(
        ['NAME ID', 'NAME', 'PLAYERS', 'ID'],
        found.map((game) => [game.name_id, game.display_name, String(game.total_player_count), game.game_id]),
      ),
    );
  },
};

export const versions: Command = {
  name: 'versions',
  summary: 'List the versions of a game, and where each runs',
  usage: 'versions --game GAME [--remote NAME] [--json]',
  options: [['--game GAME', 'The game, by its name id or id'], ...targetHelp],
  run: async (args, io) => {
    const { values, positionals } = readArguments('versions', args, { ...targetOptions, game: { type: 'string' } });
    exactly('versions', positionals, []);
    const wanted = needed('versions', '--game', values.game);
    const game = await withTarget(io, values, ({ client }) => findGame(client, wanted));
    const where = (id: string) =>
      game.namespaces.filter((namespace) => namespace.version_id === id).map((namespace) => namespace.name_id);
    const rowOf = (version: VersionSummary) => ({ ...version, namespaces: where(version.version_id) });
    answer(io, values.json, { game_id: game.game_id, versions: game.versions.map(rowOf) }, () =>
      table(
        ['VERSION', 'CREATED', 'RUNS ON', 'ID'],
        ownVersions(game)
          .map(rowOf)
          .toReversed()
          .map((row) => [row.display_name, row.create_ts, row.namespaces.join(', ') || '-', row.version_id]),
      ),
    );
  },
};

export const history: Command = {
  name: 'history',
  summary: 'List what ran on a namespace, newest first',
  usage: 'history --game GAME --namespace NAMESPACE [--limit N] [--remote NAME] [--json]',
  options: [
    ['--game GAME', 'The game, by its name id or id'],
    ['--namespace NAMESPACE', 'The namespace, by its name id or id'],
    ['--limit N', 'How many rows, 1 to 32 (32)'],
    ...targetHelp,
  ],
  run: runHistory,
};

function timesText(what: string, count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? `${what} once` : `${what} ${count} times`];
}

/** What counts most of how a deployment went. */
function outcomeText(outcome: DeploymentOutcome | undefined, present: string): string {
  if (outcome === undefined) return '-';
  const { is_running: isRunning, rolled_back: isRolledBack, crashes = 0, failed_starts: failed = 0 } = outcome;
  const words = [
    ...timesText('crashed', crashes),
    ...timesText('did not start', failed),
    ...(isRolledBack ? ['rolled back'] : []),
    ...(isRunning ? [present] : []),
  ];
  return words.length === 0 ? (outcome.ran_well === true ? 'ran well' : '-') : words.join(', ');
}

const presentWords: Partial<Record<ServerState, string>> = {
  running: 'runs',
  silent: 'runs',
  draining: 'runs',
  preparing: 'starting',
  starting: 'starting',
  stopping: 'stopping',
};

/** What the servers of the present version do. */
async function presentText(client: ServiceClient, place: Place): Promise<string> {
  try {
    const { servers } = await client.listServers({ params: environmentOf(place), query: {} });
    const own = servers.filter(({ version = place.namespace.version_id }) => version === place.namespace.version_id);
    const words = own.map(({ state = 'running' }) => presentWords[state]);
    return ['runs', 'starting', 'stopping'].find((word) => words.includes(word)) ?? 'no servers running';
  } catch (thrown) {
    if (asAppError(thrown).code === 'CANCELLED') throw thrown;
    return 'deployed';
  }
}

async function runHistory(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('history', args, {
    ...targetOptions,
    game: { type: 'string' },
    namespace: { type: 'string' },
    limit: { type: 'string', default: '32' },
  });
  exactly('history', positionals, []);
  const wanted = {
    game: needed('history', '--game', values.game),
    namespace: needed('history', '--namespace', values.namespace),
  };
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 32) {
    throw usage('history', `--limit takes a number from 1 to 32, not "${values.limit}".`);
  }
  const found = await withTarget(io, values, async ({ client }) => {
    const game = await findGame(client, wanted.game);
    const namespace = findNamespace(game, wanted.namespace);
    const params = { game_id: game.game_id, namespace_id: namespace.namespace_id };
    const { versions: entries } = await client.listVersionHistory({ params, query: { limit } });
    const names = new Map(game.versions.map((version) => [version.version_id, version.display_name]));
    const rows = entries.map(({ version_id: id, deploy_ts: at, settings, by, from, outcome }) => {
      return { version_id: id, display_name: names.get(id) ?? null, deploy_ts: at, settings, by, from, outcome };
    });
    const present = values.json ? '' : await presentText(client, { game, namespace });
    return { game, namespace, rows, present };
  });
  const { game, namespace, rows, present } = found;
  const none = firstVersion(game)?.version_id;
  const ids = { game_id: game.game_id, namespace_id: namespace.namespace_id, version_id: namespace.version_id };
  answer(io, values.json, { ...ids, history: rows }, () =>
    table(
      ['DEPLOYED', 'VERSION', 'BY', 'OUTCOME', 'ID'],
      rows.map(({ by, ...row }) => [
        row.deploy_ts,
        row.version_id === none ? '(no version)' : (row.display_name ?? '(no longer there)'),
        by?.name ?? by?.kind ?? '-',
        outcomeText(row.outcome, present),
        row.version_id,
      ]),
    ),
  );
}
