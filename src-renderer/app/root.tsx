// The root: starts what the window follows, and decides between the frame and the pages that stand alone.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, useState } from 'react';
import { useLink } from '../bridge/link-store.ts';
import { followCrashes, followDesktop } from '../features/desktop/desktop-actions.ts';
import { followHost } from '../features/host/host-actions.ts';
import { useHost } from '../features/host/host-store.ts';
import { followDeviceLinks, recallAddress } from '../features/instances/connect/connect-actions.ts';
import { followInstances } from '../features/instances/instances-actions.ts';
import { startLanguage, useSpoken } from '../features/settings/follow-language.ts';
import { followSettings } from '../features/settings/settings-actions.ts';
import { useSettings } from '../features/settings/settings-store.ts';
import { startTheme } from '../features/settings/theme.ts';
import { followTransfers } from '../features/transfers/transfers-actions.ts';
import { followUpdates } from '../features/updates/updates-actions.ts';
import { startRoutes } from '../routes/route-store.ts';
import { Toasts } from '../ui/notices/toasts.tsx';
import { startDrafts } from '../ui/saved-drafts.ts';
import { TooltipGroup } from '../ui/tooltip.tsx';
import { startDrops } from './drops.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { startErrorReports } from './error-reports.ts';
import { Frame } from './frame.tsx';
import { startKeyboard } from './keyboard.ts';
import { NeedsLinkPage } from './needs-link-page.tsx';
import { startRouteInstance } from './route-instance.ts';
import { startViewKeys } from './view-keys.ts';
import { startWindowCommands } from './window-commands.ts';

const BLANK_MS = 200;
const starts = [
  startTheme,
  startLanguage,
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
  followCrashes,
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
          <Toasts>
            <Content />
          </Toasts>
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
