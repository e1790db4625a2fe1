// One server as the Agones SDK knows it: its state and the rules by which calls move it, with its labels, counters, lists, players.
import type { SdkState, ServerSdk } from '../../../src-shared/service/server-sdk.ts';
import { createCounters } from './counters.ts';
import { createHealthWatch } from './health-watch.ts';
import { createLists } from './lists.ts';
import { createPlayerTracking } from './player-tracking.ts';
import { SdkError } from './sdk-error.ts';
import {
  MOST_ANNOTATION_LENGTH,
  MOST_KEY_LENGTH,
  MOST_LABEL_LENGTH,
  MOST_LABELS,
  type SdkSettings,
} from './sdk-settings.ts';
import { createWatchers } from './watchers.ts';

export type GameServerHooks = {
  /** It said Ready, or was made ready. Called each time. */
  onReady(): void;
  /** It asks to be ended. */
  onShutdown(): void;
  /** It missed its health for so many seconds. */
  onUnhealthy(seconds: number): void;
  /** Something that people see of it changed. */
  onChanged(): void;
  /** A line for its log. */
  note(text: string): void;
};
export type GameServer = ReturnType<typeof createGameServer>;

/** A longer timer would run at once; it is more than three weeks. */
const LONGEST_RESERVATION_SECONDS = 2_147_483;

export function createGameServer(settings: SdkSettings, hooks: GameServerHooks, now: () => number = Date.now) {
  const { about } = settings;
  let state: SdkState = 'Scheduled';
  let version = 1;
  let isUsed = settings.ready === 'sdk' || settings.health !== undefined;
  let reserved: { until: number; timer: NodeJS.Timeout } | undefined;
  let unhealthySince: number | undefined;
  const watchers = createWatchers(() => message());
  const changed = () => {
    version += 1;
    isUsed = true;
    watchers.wake();
    hooks.onChanged();
  };
  const metadata = createMetadata(changed);
  const counters = createCounters(settings.counters, changed);
  const lists = createLists(settings.lists, changed);
  const players = createPlayerTracking(changed);
  const health = createHealthWatch(settings.health, {
    now,
    onMissed: hooks.onChanged,
    onUnhealthy: (seconds) => {
      unhealthySince = now();
      move('Unhealthy');
      hooks.onUnhealthy(seconds);
    },
  });
  const move = (next: SdkState) => {
    clearTimeout(reserved?.timer);
    reserved = undefined;
    const isAnother = state !== next;
    state = next;
    if (isAnother) hooks.note(`Agones SDK: the server is ${next}.`);
    changed();
  };
  /** One that is about to end moves nowhere else. */
  const moveIfAlive = (next: SdkState) => {
    if (state === 'Unhealthy' || state === 'Shutdown') {
      throw new SdkError('precondition', `This server is ${state} and is being ended.`);
    }
    move(next);
  };
  const becomeReady = () => {
    moveIfAlive('Ready');
    hooks.onReady();
  };
  const message = () => {
    const { health: check } = settings;
    return {
      object_meta: {
        name: about.name,
        namespace: about.namespace,
        uid: about.name,
        resource_version: String(version),
        generation: '1',
        creation_timestamp: String(Math.floor(about.createdAt / 1000)),
        ...metadata.message(),
      },
      spec: { health: check === undefined ? { disabled: true } : check },
      status: {
        state,
        address: about.address,
        addresses: [{ type: 'ExternalIP', address: about.address }],
        ports: about.ports,
        ...counters.message(),
        ...lists.message(),
      },
    };
  };
  return {
    counters,
    lists,
    players,
    metadata,
    watchers,
    message,
    ready: becomeReady,
    allocate: () => moveIfAlive('Allocated'),
    /** For so long, and Ready after it; without a time until the next call. */
    reserve: (seconds: number): void => {
      if (seconds < 0) throw new SdkError('invalid', 'A server cannot be reserved for less than 0 seconds.');
      if (seconds > LONGEST_RESERVATION_SECONDS) {
        throw new SdkError(
          'outOfRange',
          `A server can be reserved for at most ${LONGEST_RESERVATION_SECONDS} seconds.`,
        );
      }
      moveIfAlive('Reserved');
      if (seconds === 0) return;
      const timer = setTimeout(() => becomeReady(), seconds * 1000).unref();
      reserved = { until: now() + seconds * 1000, timer };
      hooks.onChanged();
    },
    shutdown: (): void => {
      if (state === 'Shutdown') return;
      move('Shutdown');
      hooks.onShutdown();
    },
    reportHealth: (): void => {
      const isFirst = !isUsed;
      isUsed = true;
      if (health.report() || isFirst) hooks.onChanged();
    },
    /** It was started: from now on its health is waited for. */
    started: health.start,
    /** It listens, which makes one ready that was not to say so itself. */
    listens: (): void => {
      if (settings.ready === 'sdk' || state !== 'Scheduled') return;
      state = 'Ready';
      version += 1;
      watchers.wake();
      // That it listens says nothing of whether it uses the SDK: where it does, people see the state.
      hooks.onChanged();
    },
    /** It is being ended, or has ended. */
    close: (): void => {
      clearTimeout(reserved?.timer);
      health.stop();
      watchers.close();
    },
    stopHealth: health.stop,
    /** What people see of it; undefined where it never used the SDK. */
    view: (): ServerSdk | undefined => {
      if (!isUsed) return undefined;
      return {
        state,
        ...(reserved === undefined ? {} : { reserved_until: reserved.until }),
        ...(unhealthySince === undefined ? {} : { unhealthy_since: unhealthySince }),
        ...health.view(),
        ...metadata.view(),
        counters: counters.view(),
        lists: lists.view(),
        ...players.view(),
      };
    },
    /** How many play, where it says so: as a tracked player, in a list or a counter named players. */
    playerCount: (): number | undefined =>
      players.count() ?? lists.view()['players']?.values.length ?? counters.view()['players']?.count,
  };
}

/** As in Agones. */
const METADATA_PREFIX = 'agones.dev/sdk-';

/** Labels and annotations that a server gives itself. */
function createMetadata(onChanged: () => void) {
  const labels = new Map<string, string>();
  const annotations = new Map<string, string>();
  const setter = (what: string, kept: Map<string, string>, longest: number) => (key: string, value: string) => {
    if (key === '' || key.length > MOST_KEY_LENGTH) {
      throw new SdkError('invalid', `The key of ${what} has 1 to ${MOST_KEY_LENGTH} characters.`);
    }
    if (value.length > longest)
      throw new SdkError('invalid', `The value of ${what} has at most ${longest} characters.`);
    if (!kept.has(key) && kept.size >= MOST_LABELS) {
      throw new SdkError('exhausted', `A server has at most ${MOST_LABELS} of these.`);
    }
    if (kept.get(key) === value) return;
    kept.set(key, value);
    onChanged();
  };
  const prefixed = (kept: ReadonlyMap<string, string>) =>
    Object.fromEntries([...kept].map(([key, value]) => [`${METADATA_PREFIX}${key}`, value]));
  return {
    setLabel: setter('a label', labels, MOST_LABEL_LENGTH),
    setAnnotation: setter('an annotation', annotations, MOST_ANNOTATION_LENGTH),
    message: () => ({
      ...(annotations.size === 0 ? {} : { annotations: prefixed(annotations) }),
      ...(labels.size === 0 ? {} : { labels: prefixed(labels) }),
    }),
    view: () => ({ labels: Object.fromEntries(labels), annotations: Object.fromEntries(annotations) }),
  };
}
