// Newer versions of Slipway, from asking to installing. Off until a person switches it on or asks by hand: before that no host
// is contacted.
import { type ValueSource, valueSource } from '../../../src-shared/bridge/source.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { UpdateView } from '../../../src-shared/updates/bridge.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { updateFailure } from './update-failure.ts';
import type { NoUpdater, Updater } from './updater.ts';

const DAY_MS = 24 * 3_600_000;
/** What is being loaded, or is there to be installed, is not asked about. */
const ASKED_FROM: readonly UpdateView['state'][] = ['idle', 'current', 'failed', 'found'];

type SettingsSource = { get(): Settings; source: Pick<ValueSource<Settings>, 'listen'> };

export type UpdateOptions = {
  updater: Updater | NoUpdater;
  settings: SettingsSource;
  /** Takes what went wrong to the log. */
  report(thrown: unknown): unknown;
  /** Called with a newer version that nobody asked for just now. */
  onFound?(view: UpdateView): void;
  everyMs?: number;
};

export type UpdateService = ReturnType<typeof createUpdateService>;

export function createUpdateService(options: UpdateOptions) {
  const { updater, settings, everyMs = DAY_MS } = options;
  const source = valueSource<UpdateView>(firstView(updater));
  let timer: NodeJS.Timeout | undefined;
  const steps = 'unable' in updater ? undefined : createSteps({ ...options, updater, source });
  const check = async () => (steps === undefined ? source.snapshot() : await steps.check());
  const checkUnasked = async () => {
    const before = source.snapshot();
    if (!ASKED_FROM.includes(before.state)) return;
    const found = await check();
    if (found.state === 'found' && found.version !== before.version) options.onFound?.(found);
    // What was found is still there, though nobody could be asked for more today.
    if (found.state === 'failed' && before.state === 'found') source.set(before);
  };
  /** Follows the setting: asks at once when it is switched on, then daily. */
  const follow = () => {
    const isWanted = settings.get().check_for_updates === true && steps !== undefined;
    if (isWanted === (timer !== undefined)) return;
    clearInterval(timer);
    timer = undefined;
    if (!isWanted) return;
    timer = setInterval(() => void checkUnasked(), everyMs);
    timer.unref();
    void checkUnasked();
  };
  let stop: (() => void) | undefined;
  return {
    source,
    check,
    load: async () => (steps === undefined ? source.snapshot() : await steps.load()),
    install: async () => (steps === undefined ? source.snapshot() : await steps.install()),
    start: () => {
      stop ??= settings.source.listen(follow);
      follow();
    },
    close: () => {
      stop?.();
      clearInterval(timer);
    },
  };
}

function firstView(updater: Updater | NoUpdater): UpdateView {
  if ('unable' in updater) return { state: 'unable', sentence: updater.unable };
  return {
    state: 'idle',
    sentence: messageFor('update.not-asked', { version: slipwayVersion, host: updater.host }),
  };
}

type StepOptions = UpdateOptions & { updater: Updater; source: ReturnType<typeof valueSource<UpdateView>> };

/** One step at a time: who asks during one gets what comes of it. */
function createSteps({ updater, source, report }: StepOptions) {
  let under: Promise<UpdateView> | undefined;
  const show = (view: UpdateView) => {
    source.set(view);
    return view;
  };
  const alone =
    (from: readonly UpdateView['state'][], step: (before: UpdateView) => Promise<UpdateView>) => async () => {
      if (under !== undefined) return await under;
      const before = source.snapshot();
      if (!from.includes(before.state)) return before;
      under = step(before)
        .catch((thrown: unknown) => {
          report(thrown);
          return show({ state: 'failed', sentence: updateFailure(thrown, updater.host) });
        })
        .finally(() => {
          under = undefined;
        });
      return await under;
    };
  return {
    check: alone(ASKED_FROM, async () => {
      show({ state: 'checking', sentence: messageFor('update.asking', { host: updater.host }) });
      const newer = await updater.check();
      if (newer === undefined) {
        return show({ state: 'current', sentence: messageFor('update.newest', { version: slipwayVersion }) });
      }
      const sentence = messageFor('update.found', { newer: newer.version, version: slipwayVersion });
      return show({ state: 'found', sentence, ...newer });
    }),
    load: alone(['found'], async ({ version = '', notes = [] }) => {
      const known = { version, notes };
      const onPart = (part: number) =>
        void show({ state: 'loading', sentence: messageFor('update.loading', { version }), part, ...known });
      onPart(0);
      await updater.load(onPart);
      return show({ state: 'ready', sentence: messageFor('update.ready', { version }), ...known });
    }),
    install: alone(['ready'], async (before) => {
      const why = await updater.whyNotInstall();
      if (why !== undefined) return show({ ...before, sentence: why });
      await updater.install();
      return before;
    }),
  };
}
