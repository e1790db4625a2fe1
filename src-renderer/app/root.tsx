// The root: starts what the window follows, and decides between the frame and the pages that stand alone.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, useState } from 'react';
import { client } from '../bridge/client.ts';
import { useLink } from '../bridge/link-store.ts';
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { followDesktop } from '../features/desktop/desktop-actions.ts';
import { followNotices } from '../features/desktop/notices-actions.ts';
import { gameAbout } from '../features/games/games-store.ts';
import { followHost } from '../features/host/host-actions.ts';
import { useHost } from '../features/host/host-store.ts';
import { followDeviceLinks, recallAddress } from '../features/instances/connect/connect-actions.ts';
import { followInstances, openInstance } from '../features/instances/instances-actions.ts';
import { startLanguage, useSpoken } from '../features/settings/follow-language.ts';
import { followSettings } from '../features/settings/settings-actions.ts';
import { useSettings } from '../features/settings/settings-store.ts';
import { startTheme } from '../features/settings/theme.ts';
import { followTransfers } from '../features/transfers/transfers-actions.ts';
import { followUpdates } from '../features/updates/updates-actions.ts';
import { keepFocus, startFocus } from '../routes/focus-page.ts';
import { startRoutes, useRoute } from '../routes/route-store.ts';
import { rich } from '../text/rich.ts';
import { phrase, t } from '../text/t.ts';
import { classNames } from '../ui/class-names.ts';
import { isFreeKey } from '../ui/free-key.ts';
import { say } from '../ui/notices/notices-actions.ts';
import { Toasts } from '../ui/notices/toasts.tsx';
import { startDrafts } from '../ui/saved-drafts.ts';
import { TooltipGroup } from '../ui/tooltip.tsx';
import { startDrops } from './drops.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { startKeyboard } from './keyboard.ts';
import styles from './root.module.css';
import { startWindowCommands } from './window-commands.ts';

const BLANK_MS = 200;
const starts = [
  startTheme,
  startLanguage,
  startFocus,
  keepFocus,
  startRoutes,
  startRouteInstance,
  startDrafts,
  recallAddress,
  startKeyboard,
  startViewKeys,
  startDrops,
  followHost,
  followSettings,
  followInstances,
  followDeviceLinks,
  followDesktop,
  followNotices,
  followTransfers,
  followUpdates,
  startWindowCommands,
  startErrorReports,
];

/** The whole window. */
export function Root() {
  useEffect(() => {
    const stops = starts.map((start) => start());
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <ErrorBoundary where="window">
      <CSPProvider disableStyleElements>
        <TooltipGroup delay={500}>
          <Content />
          <Toasts aboutOf={gameAbout} />
        </TooltipGroup>
      </CSPProvider>
    </ErrorBoundary>
  );
}

function Content() {
  const link = useLink((state) => state.link);
  const settingsKnown = useSettings((state) => state.settings !== undefined);
  const hostKnown = useHost((state) => state.host !== undefined);
  const spoken = useSpoken();
  const late = useLate(BLANK_MS);
  if (link.state === 'refused') return <NeedsLinkPage reason={link.reason} />;
  // Under 200 ms nothing is drawn: theme, language and the place of the window controls come with the first answers.
  return (settingsKnown && hostKnown && spoken) || late ? <Frame /> : null;
}

function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}

/** `reason` is the shell's own sentence. */
function NeedsLinkPage({ reason }: { reason: string }) {
  return (
    <main className={styles.alone}>
      <Icon name="key" />
      <h1>{t('This window needs its link')}</h1>
      <p>
        {rich(
          'Slipway opens only with the link that {npm} printed in the terminal. Open the newest one: each link works once, and a new one is printed after it was used.',
          { npm: <code className={shared.mono}>npm start</code> },
        )}
      </p>
      <p className={classNames(shared.faint, shared.small)}>{reason}</p>
      <p className={classNames(shared.faint, shared.small)}>
        {t('Nothing is lost: Slipway keeps running in the background.')}
      </p>
    </main>
  );
}

const keyTargets: Readonly<Record<string, readonly string[]>> = {
  '/': ['[data-search]', '[data-find]'],
  f: ['[data-follow]'],
};

/** Listens until the answer is called. */
function startViewKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    const wanted = isFreeKey(event) ? (keyTargets[event.key.toLowerCase()] ?? []) : [];
    const found = wanted.flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)]);
    const element = found.find((one) => one.checkVisibility());
    if (element === undefined) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) element.focus();
    else element.click();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

/** So many in one run; what comes after them is of the same cause. */
const MOST_REPORTS = 5;

/** Reports until the answer is called. */
function startErrorReports(): () => void {
  let count = 0;
  const take = (thrown: unknown) => {
    count += 1;
    if (count <= MOST_REPORTS) void report(thrown);
  };
  const onError = ({ error, message }: ErrorEvent) => take(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => take(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

async function report(thrown: unknown): Promise<void> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const input = { message: error.message.slice(0, 2_000), details: (error.stack ?? '').slice(0, 8_000) };
  const ray_id = await client.call('desktop.reportError', input).then(
    (answer) => answer.ray_id,
    () => null, // the window is not connected; what is said below is all that can be done
  );
  const where = ray_id === null ? error.message : t('The log has the details under {ray_id}.', { ray_id });
  say({ state: 'failed', title: phrase('Something went wrong in the window'), detail: where });
}

/**
 * Opens the instance of the game whose page is open, whether by a link, a reload or a step back, so that the sidebar and the
 * palette are about the same instance as the page. Follows the route until the answer is called.
 */
function startRouteInstance(): () => void {
  const open = ({ route }: ReturnType<typeof useRoute.getState>) => {
    if (route.page === 'game' || route.page === 'instance' || route.page === 'nodes') openInstance(route.instance_id);
  };
  open(useRoute.getState());
  return useRoute.subscribe(open);
}
