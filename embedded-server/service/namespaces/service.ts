// Namespaces of a game: making, naming, setting and removing them. Rules only; no HTTP, no SQL.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../../src-shared/errors/codes.ts';
import { displayNameProblems, type NameProblem, nameIdProblems } from '../../../src-shared/service/names.ts';
import type {
  CreateNamespaceBody,
  HostingPolicy,
  MatchmakerConfig,
  RenameNamespaceBody,
} from '../../../src-shared/service/namespaces.ts';
import { size } from '../../../src-shared/size-text.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import type { NamespaceHosting } from '../../runtime/hosting/namespace-hosting.ts';
import type { OutcomeStore } from '../../runtime/replicas/outcome-store.ts';
import type { Outcomes } from '../../runtime/replicas/outcomes.ts';
import type { GameService } from '../games/service.ts';
import type { GameStore } from '../games/store.ts';
import type { VersionService } from '../versions/service.ts';
import type { WholeVersion } from '../versions/store.ts';
import { type Who, writeWho } from './changed-by.ts';
import type { HistoryStore } from './history-store.ts';
import { differencesOf, historyOf, type MomentParts, momentAt, toMoment } from './moments.ts';
import type { SettingsStore } from './settings-store.ts';
import type { NamespaceStore, WholeNamespace } from './store.ts';

export type NamespaceParts = {
  store: NamespaceStore;
  history: HistoryStore;
  settings: SettingsStore;
  outcomes: Outcomes;
  outcomeStore: OutcomeStore;
  gameStore: GameStore;
  games: GameService;
  versions: VersionService;
  defaultServerCount: number;
  /** Called in turn once its records are gone. */
  onRemoved: readonly ((namespace_id: string) => void | Promise<void>)[];
  /** Folders that outlive its servers. */
  kept: {
    amount(namespace_id: string): Promise<{ files: number; bytes: number }>;
    removeAll(namespace_id: string): Promise<void>;
  };
  /** What hosts its servers: notified after it runs another version or keeps other servers, and before it is gone. */
  hosting: NamespaceHosting;
};
export type NamespaceService = ReturnType<typeof createNamespaceService>;
/** Where a namespace is: its game, and itself. */
export type Place = { game_id: string; namespace_id: string };

export function createNamespaceService(parts: NamespaceParts) {
  const { store, games, versions } = parts;
  const moments: MomentParts = parts;
  /** Those that are about to go. Who asks for one a second time waits for the same end. */
  const removals: Removals = new Map();
  const find = ({ game_id, namespace_id }: Place, missing: ErrorCode): WholeNamespace => {
    const found = store.one(games.one(game_id).game_id, namespace_id);
    if (found === undefined) throw new AppError(missing);
    return found;
  };
  const one = (place: Place) => find(place, 'NAMESPACE_NOT_FOUND');
  return {
    one,
    /** The same thing by the name that `/games/...` paths give it. */
    environment: (place: { game_id: string; environment_id: string }) =>
      find({ game_id: place.game_id, namespace_id: place.environment_id }, 'GAME_ENVIRONMENT_NOT_FOUND'),
    /** Those of a game, in its order. */
    inGame: (wanted: string) => parts.gameStore.namespaces(games.one(wanted).game_id),
    validate: (game_id: string, names: { display_name: string; name_id: string }): NameProblem[] =>
      nameProblems(store, games.one(game_id).game_id, names),
    create: (game_id: string, request: CreateNamespaceBody) => createNamespace(parts, game_id, request),
    rename: (place: Place, request: RenameNamespaceBody) => renameNamespace(parts, one(place), request),
    remove: async (place: Place, { deletesKept }: { deletesKept: boolean }): Promise<void> => {
      const present = one(place);
      refuseLast(parts, removals, present);
      if (!deletesKept) await refuseKept(parts, present.namespace_id);
      // In the meantime it may have gone, or the others.
      refuseLast(parts, removals, one(place));
      const { namespace_id: id } = present;
      const removal = removals.get(id) ?? removeNamespace(parts, present).finally(() => removals.delete(id));
      removals.set(id, removal);
      await removal;
    },
    /** Wakes who watches the game: the limits are not in its body, yet those who show them want to know. */
    setLimits: (place: Place, limits: MatchmakerConfig, who: Who): void => {
      const present = one(place);
      const { namespace_id, game_id } = present;
      games.change(game_id, () => {
        store.setLimits(namespace_id, limits);
        noteSettings(parts, { ...present, ...limits }, who);
      });
      parts.hosting.onLimits(namespace_id, limits);
    },
    setHosting: (place: Place, policy: HostingPolicy, who: Who): void => {
      const present = one(place);
      const { namespace_id, game_id } = present;
      games.change(game_id, () => {
        store.setHosting(namespace_id, policy);
        noteSettings(parts, { ...present, ...policy }, who);
      });
      parts.hosting.onReconfigured(namespace_id);
    },
    /** Takes effect at once. Setting the version that is set already is no switch, and leaves no trace. */
    switchVersion: (place: Place, wanted: string, who: Who): void => {
      const present = one(place);
      const version = versions.one(present.game_id, wanted);
      if (version.version_id === present.version_id) return;
      versions.refuseWithoutBuild(version);
      parts.outcomes.write(present.namespace_id);
      games.change(present.game_id, () => recordSwitch(parts, present, version, who));
      parts.outcomes.switched(present.namespace_id);
      parts.hosting.onSwitched(present.namespace_id);
    },
    history: (place: Place, range: { offset: number; limit: number }) => historyOf(moments, one(place), range),
    /** What differs between two moments, the second being now where it is not given. */
    diff: (place: Place, { from, to }: { from: number; to: number }) => {
      const namespace = one(place);
      const [before, after] = [momentAt(moments, namespace, from), momentAt(moments, namespace, to)];
      return { from: toMoment(before), to: toMoment(after), ...differencesOf(before, after) };
    },
    order: (wantedGame: string, ids: readonly string[]): void => orderNamespaces(parts, wantedGame, ids),
    lastGood: parts.outcomeStore.lastGood,
  };
}

/** Writes what is set with a change, and answers its number. */
function noteSettings({ settings }: NamespaceParts, namespace: WholeNamespace, who: Who): number {
  return settings.note(namespace.namespace_id, namespace, { at: Date.now(), origin: writeWho(who) });
}

/** Going back to an older version that ran here before, or being sent back, says that the one before it was no good. */
function recordSwitch(
  { store, history, outcomeStore, settings, versions }: NamespaceParts,
  present: WholeNamespace,
  next: WholeVersion,
  who: Who,
): void {
  const { namespace_id, game_id } = present;
  const { version_id } = next;
  const now = Date.now();
  const origin = writeWho(who);
  const before = { namespace_id, version_id: present.version_id };
  const left = versions.one(game_id, present.version_id);
  const isRolledBack =
    who.kind === 'slipway' || (outcomeStore.isKnown({ namespace_id, version_id }) && isOlder(next, left));
  outcomeStore.begin(before);
  if (isRolledBack) {
    history.markRolledBack(namespace_id, history.newestNumber(namespace_id));
    outcomeStore.spoil(before);
  }
  const number = history.add({
    namespace_id,
    version_id,
    deploy_ts: now,
    set_number: settings.note(namespace_id, present, { at: now, origin: null }),
    origin,
  });
  outcomeStore.deploy({ namespace_id, version_id }, number);
  store.setVersion(namespace_id, version_id);
}

function isOlder(version: WholeVersion, than: WholeVersion): boolean {
  return (
    version.create_ts < than.create_ts || (version.create_ts === than.create_ts && version.sequence < than.sequence)
  );
}

function orderNamespaces(
  { store, gameStore, games }: NamespaceParts,
  wantedGame: string,
  ids: readonly string[],
): void {
  const { game_id } = games.one(wantedGame);
  const present = gameStore.namespaces(game_id);
  const known = new Set(present.map(({ namespace_id: id }) => id));
  if (ids.some((id) => !known.has(id))) throw new AppError('NAMESPACE_NOT_FOUND');
  const places = new Map(ids.map((id, place) => [id, place]));
  if (places.size < ids.length) {
    throw new AppError(
      'VALIDATION_ERROR',
      'namespace.named-twice',
      {},
      {
        metadata: { errors: [{ path: ['namespace-ids', 'not-unique'] }] },
      },
    );
  }
  games.change(game_id, () => {
    for (const { namespace_id: id } of present) store.setPosition(id, places.get(id) ?? null);
  });
}

function nameProblems(store: NamespaceStore, game_id: string, names: { display_name?: string; name_id?: string }) {
  const { display_name, name_id } = names;
  const taken = name_id !== undefined && store.isNameTaken(game_id, name_id) ? [name_id] : [];
  return [
    ...(display_name === undefined ? [] : displayNameProblems(display_name)),
    ...(name_id === undefined ? [] : nameIdProblems(name_id, new Set(taken))),
  ];
}

function createNamespace(parts: NamespaceParts, wantedGame: string, request: CreateNamespaceBody): string {
  const { display_name, name_id } = request;
  const { game_id } = parts.games.one(wantedGame);
  refuseProblems('invalid.namespace-name', nameProblems(parts.store, game_id, { display_name, name_id }));
  const { version_id } = parts.versions.one(game_id, request.version_id);
  const namespace_id = randomUUID();
  const namespace = { namespace_id, game_id, name_id, display_name, version_id, create_ts: Date.now() };
  parts.games.change(game_id, () =>
    parts.gameStore.insertNamespace({ ...namespace, server_count: parts.defaultServerCount }),
  );
  parts.hosting.onReconfigured(namespace_id);
  return namespace_id;
}

function renameNamespace(
  { store, games }: NamespaceParts,
  present: WholeNamespace,
  request: RenameNamespaceBody,
): void {
  const { namespace_id, game_id } = present;
  const names = {
    display_name: request.display_name ?? present.display_name,
    name_id: request.name_id ?? present.name_id,
  };
  const changed = {
    ...(names.display_name === present.display_name ? {} : { display_name: names.display_name }),
    ...(names.name_id === present.name_id ? {} : { name_id: names.name_id }),
  };
  refuseProblems('invalid.new-namespace-name', nameProblems(store, game_id, changed));
  if (Object.keys(changed).length > 0) games.change(game_id, () => store.rename(namespace_id, names));
}

/** Its history goes with it. */
async function removeNamespace(parts: NamespaceParts, { namespace_id, game_id }: WholeNamespace): Promise<void> {
  await parts.hosting.onRemove(namespace_id, () => parts.games.change(game_id, () => parts.store.remove(namespace_id)));
  for (const tell of parts.onRemoved) await tell(namespace_id);
  await parts.kept.removeAll(namespace_id);
}

/** What people played is gone with it: that has to be wanted. */
async function refuseKept({ kept }: NamespaceParts, namespace_id: string): Promise<void> {
  const { files, bytes } = await kept.amount(namespace_id);
  if (files === 0) return;
  throw new AppError(
    'VALIDATION_ERROR',
    'namespace.has-kept',
    { files, size: size(bytes) },
    { metadata: { errors: [{ path: ['namespace', 'kept'] }], files, bytes } },
  );
}

type Removals = Map<string, Promise<void>>;

/** The last one stays: builds are uploaded to a namespace, so a game without could get none. */
function refuseLast(
  { gameStore }: NamespaceParts,
  removals: ReadonlyMap<string, unknown>,
  { namespace_id, game_id }: WholeNamespace,
): void {
  const stays = ({ namespace_id: id }: { namespace_id: string }) => id !== namespace_id && !removals.has(id);
  if (!gameStore.namespaces(game_id).some(stays)) {
    throw new AppError(
      'VALIDATION_ERROR',
      'namespace.last',
      {},
      {
        metadata: { errors: [{ path: ['namespace', 'last'] }] },
      },
    );
  }
}
