// Games: creating one with its first version and namespaces, naming and reading them. Rules only; no HTTP, no SQL.
import { randomInt, randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { firstNamespaces } from '../../../src-shared/service/games.ts';
import { displayNameProblems, type NameProblem, nameIdProblems } from '../../../src-shared/service/names.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import { gameKey, gamesKey } from '../../platform/watch/keys.ts';
import { createRevisionCache } from '../../platform/watch/revision-cache.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { GroupService } from '../groups/service.ts';
import type { GameRecord, GameStore, NamespaceRecord, VersionRecord } from './store.ts';

const FIRST_VERSION = '0.0.1';
const FIRST_NAMESPACES = firstNamespaces.map((name_id) => ({
  name_id,
  display_name: { prod: 'Production', staging: 'Staging' }[name_id],
}));

export type WholeGame = { game: GameRecord; namespaces: NamespaceRecord[]; versions: VersionRecord[] };
export type GameService = ReturnType<typeof createGameService>;

export type GameParts = {
  store: GameStore;
  groups: GroupService;
  database: Database;
  revision: Revision;
  hub: WatchHub;
  /** How many servers a new namespace keeps. */
  defaultServerCount: number;
};

type GameOptions = { developer_group_id: string; display_name: string };
type Names = { display_name?: string | undefined; name_id?: string | undefined };

export function createGameService(parts: GameParts) {
  const { store, groups, database, revision, hub } = parts;
  const readGame = (game_id: string) => foundGame(store.game(game_id));
  const revisions = createRevisionCache<number>();
  const problems = (names: Names, presentNameId?: string) => nameProblems(store, names, presentNameId);
  /** Runs a change of what a game shows, moves its revision with it, and then wakes who watches it. */
  const change = <T>(game_id: string, work: (revision: number) => T): T => {
    const result = database.change(() => {
      const next = revision.next();
      store.setRevision(game_id, next);
      return work(next);
    });
    hub.wake(gameKey(game_id));
    return result;
  };
  return {
    change,
    /** The same for what a game shows that is in no record, such as how many play. */
    touch: (game_id: string): void => {
      database.changeLazily(() => store.setRevision(game_id, revision.next()));
      hub.wake(gameKey(game_id), gamesKey);
    },
    one: readGame,
    /** The revision of a game, for reads that come again and again. Not within a change. */
    revision: (game_id: string): number => revisions.at(game_id, database.changes(), () => readGame(game_id).revision),
    get: (game_id: string): WholeGame => ({
      game: readGame(game_id),
      namespaces: store.namespaces(game_id),
      versions: store.versions(game_id),
    }),
    list: () => ({ revision: Math.max(store.newestRevision(), groups.revision()), games: store.games() }),
    create: (options: GameOptions): string => {
      refuseProblems('invalid.game-name', displayNameProblems(options.display_name));
      if (!groups.has(options.developer_group_id)) throw new AppError('GROUP_NOT_FOUND');
      const game_id = randomUUID();
      database.change(() => insertWholeGame(parts, game_id, options));
      hub.wake(gameKey(game_id), gamesKey);
      return game_id;
    },
    validate: (names: Names) => problems(names),
    rename: (game_id: string, options: Names): void => {
      const { display_name, name_id } = readGame(game_id);
      const names = { display_name: options.display_name ?? display_name, name_id: options.name_id ?? name_id };
      refuseProblems('invalid.new-game-name', problems(options, name_id));
      if (names.display_name === display_name && names.name_id === name_id) return;
      change(game_id, () => store.rename(game_id, names));
      hub.wake(gamesKey);
    },
  };
}

function foundGame(game: GameRecord | undefined): GameRecord {
  if (game === undefined) throw new AppError('GAME_NOT_FOUND');
  return game;
}

function nameProblems(store: GameStore, names: Names, presentNameId: string | undefined): NameProblem[] {
  const { display_name, name_id } = names;
  const problems = display_name === undefined ? [] : displayNameProblems(display_name);
  if (name_id === undefined || name_id === presentNameId) return problems;
  return [...problems, ...nameIdProblems(name_id, new Set(store.isNameTaken(name_id) ? [name_id] : []))];
}

function insertWholeGame(
  { store, revision, defaultServerCount }: GameParts,
  game_id: string,
  options: GameOptions,
): void {
  const now = Date.now();
  const next = revision.next();
  const game = { game_id, create_ts: now };
  store.insertGame({
    ...game,
    name_id: freeNameId(store, options.display_name),
    display_name: options.display_name,
    developer_group_id: options.developer_group_id,
    revision: next,
  });
  const version_id = randomUUID();
  store.insertVersion({ ...game, version_id, display_name: FIRST_VERSION, sequence: next, config: '{}' });
  for (const names of FIRST_NAMESPACES) {
    store.insertNamespace({
      ...game,
      ...names,
      namespace_id: randomUUID(),
      version_id,
      server_count: defaultServerCount,
    });
  }
}

function freeNameId(store: GameStore, display_name: string): string {
  for (;;) {
    const candidate = makeNameId(display_name);
    if (!store.isNameTaken(candidate)) return candidate;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz1234567890';
const SLUG_LENGTH = 12;

/** Lower-case letters and digits of the name, then three random ones; a name without any becomes `game-...`. */
function makeNameId(display_name: string, random: (count: number) => string = randomLetters): string {
  const slug = display_name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH + 1)
    .replace(/^-/, '')
    .slice(0, SLUG_LENGTH)
    .replace(/-$/, '');
  return slug === '' ? `game-${random(8)}` : `${slug}-${random(3)}`;
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
