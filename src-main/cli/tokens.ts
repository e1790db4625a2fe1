// `slipway tokens`: makes a token that may do so much, for one game or namespace and for so long; lists those of a game; ends one.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { type TokenRight, tokenRights } from '../../src-shared/service/token-rights.ts';
import type { Token } from '../../src-shared/service/tokens.ts';
import { exactly, needed, readArguments, readDuration, targetHelp, targetOptions, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly } from './confirm-protected.ts';
import { findGame, findNamespace } from './find-game.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, table } from './output.ts';
import { withTarget } from './with-target.ts';

/** So long a token lives of which nothing is said. */
const USUAL_LIFE = '90d';

const works: Readonly<Record<string, (args: readonly string[], io: CommandIo) => Promise<void>>> = {
  create: runCreate,
  list: runList,
  revoke: runRevoke,
};

export const tokens: Command = {
  name: 'tokens',
  summary: 'Create, list and revoke the tokens of a game: for a pipeline, say, that may push to one namespace',
  usage: 'tokens create --can push | list | revoke TOKEN, with --game GAME [--namespace NAMESPACE] [--expires 90d]',
  words: Object.keys(works),
  options: [
    ['create', 'Create a token, which is shown once'],
    [
      'create --can WHAT',
      `What it may do: ${tokenRights.join(', ')}; several with commas. push has read and switch with it`,
    ],
    ['create --namespace NAMESPACE', 'Only there, by its name id or id (all of the game)'],
    ['create --expires TIME', `For so long: 30m, 12h, 90d, 4w, or never (${USUAL_LIFE})`],
    ['create --name NAME', 'What the list calls it'],
    ['list', 'List the tokens of the game, with what each may do and until when'],
    ['revoke TOKEN', 'Revoke a token at once, by its id, or by a name that only it has'],
    ['--game GAME', 'The game, by its name id or id'],
    ...targetHelp,
  ],
  run: async ([word = '', ...args], io) => {
    const work = Object.hasOwn(works, word) ? works[word] : undefined;
    if (work === undefined) throw usage('tokens', 'Say what to do: create, list or revoke.');
    await work(args, io);
  },
};

const gameOptions = { ...targetOptions, game: { type: 'string' } } as const;
const noRights: string[] = [];

async function runCreate(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('tokens', args, {
    ...gameOptions,
    can: { type: 'string', multiple: true, default: noRights },
    namespace: { type: 'string' },
    expires: { type: 'string', default: USUAL_LIFE },
    name: { type: 'string' },
  });
  exactly('tokens', positionals, []);
  const wanted = needed('tokens', '--game', values.game);
  const body = { can: rightsOf(values.can), name: values.name, expires_in: secondsOf(values.expires) };
  const { game, made } = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const found = await findGame(target.client, wanted);
    const environment_id =
      values.namespace === undefined ? undefined : findNamespace(found, values.namespace).namespace_id;
    const params = { game_id: found.game_id };
    const create = () => target.client.createToken({ params, body: { ...body, environment_id } });
    return { game: found, made: await orNotOffered('limited_tokens', create) };
  });
  answer(io, values.json, { game_id: game.game_id, ...made }, () => {
    // The secret alone goes to stdout, so that a shell can take it from there.
    io.stderr.write(
      `This token may do: ${made.can.join(', ')}. It is for ${placeText(game, made)}, ${untilText(made)}.\n`,
    );
    io.stderr.write('It is shown this once. Give it to a pipeline as SLIPWAY_TOKEN.\n');
    return `${made.token}\n`;
  });
}

function rightsOf(texts: readonly string[]): TokenRight[] {
  const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim());
  const known = words.flatMap((word) => tokenRights.find((right) => right === word) ?? []);
  const unknown = words.find((word) => !known.some((right) => right === word));
  if (unknown !== undefined || known.length === 0) {
    const given = unknown === undefined ? '' : `, not "${unknown}"`;
    throw usage('tokens', `Say what it may do with --can: ${tokenRights.join(', ')}${given}.`);
  }
  return known;
}

/** Nothing for one that never expires. */
function secondsOf(text: string): number | undefined {
  if (text === 'never') return undefined;
  const samples = '30m, 12h, 90d, 4w or never';
  return readDuration('tokens', '--expires', text, { samples, least: 1_000 }) / 1_000;
}

async function runList(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('tokens', args, gameOptions);
  exactly('tokens', positionals, []);
  const wanted = needed('tokens', '--game', values.game);
  const { game, found } = await withTarget(io, values, async ({ client }) => {
    const one = await findGame(client, wanted);
    return { game: one, found: await listTokens(client, one) };
  });
  answer(io, values.json, { game_id: game.game_id, tokens: found }, () =>
    table(
      ['NAME', 'MAY', 'FOR', 'EXPIRES', 'LAST USED', 'ID'],
      found.map((token) => [
        token.name,
        mayText(token),
        placeText(game, token),
        token.expire_ts ?? 'never',
        token.last_used_ts ?? 'never',
        token.token_id,
      ]),
    ),
  );
}

async function listTokens(client: ServiceClient, { game_id }: GameFull): Promise<Token[]> {
  return (await orNotOffered('tokens', () => client.listTokens({ params: { game_id } }))).tokens;
}

async function runRevoke(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('tokens', args, gameOptions);
  const [word = ''] = exactly('tokens', positionals, ['which token to revoke']);
  const wanted = needed('tokens', '--game', values.game);
  const { game_id, token } = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const game = await findGame(target.client, wanted);
    const found = findToken(await listTokens(target.client, game), word);
    await target.client.revokeToken({ params: { game_id: game.game_id, token_id: found.token_id } });
    return { game_id: game.game_id, token: found };
  });
  answer(io, values.json, { game_id, token_id: token.token_id }, () => `${token.name} is revoked.\n`);
}

function findToken(all: readonly Token[], word: string): Token {
  const byId = all.filter(({ token_id: id }) => id === word);
  const [found, ...more] = byId.length > 0 ? byId : all.filter(({ name }) => name === word);
  if (found !== undefined && more.length === 0) return found;
  if (found === undefined) throw new AppError('REQUEST_REFUSED', 'cli.no-token', { name: word });
  const ids = [found, ...more].map(({ token_id: id }) => id).join(', ');
  throw new AppError('REQUEST_REFUSED', 'cli.token-ambiguous', { name: word, ids });
}

function mayText({ kind, can }: Token): string {
  if (can !== undefined) return can.join(', ');
  return kind === 'cloud' ? 'everything' : 'read and run servers';
}

function placeText({ name_id, namespaces }: GameFull, { environment_id: id }: Pick<Token, 'environment_id'>): string {
  if (id === undefined) return name_id;
  return `${name_id}/${namespaces.find(({ namespace_id }) => namespace_id === id)?.name_id ?? id}`;
}

function untilText({ expire_ts: at }: Pick<Token, 'expire_ts'>): string {
  return at === undefined ? 'and never expires' : `until ${at}`;
}
