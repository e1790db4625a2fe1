// Opens the whole window on a stand-in core, in a clean state.
// oxlint-disable-next-line import/no-unassigned-import -- styles have nothing to name; shared ones come before those of components
import '../../../src-renderer/design/index.css';
// oxlint-disable-next-line import/no-unassigned-import -- see there
import '../../../src-renderer/ui/shared-styles.ts';

import { closeLayer } from '../../../src-renderer/app/layers-store.ts';
import { Root } from '../../../src-renderer/app/root.tsx';
import { useLink } from '../../../src-renderer/bridge/link-store.ts';
import { useActivity } from '../../../src-renderer/features/activity/activity-store.ts';
import { useBoard } from '../../../src-renderer/features/board/board-store.ts';
import { useBuilds } from '../../../src-renderer/features/builds/builds-store.ts';
import { useCard } from '../../../src-renderer/features/builds/choose/card-store.ts';
import { useDesktop } from '../../../src-renderer/features/desktop/desktop-store.ts';
import { useGames } from '../../../src-renderer/features/games/games-store.ts';
import { useHost } from '../../../src-renderer/features/host/host-store.ts';
import { useConnect } from '../../../src-renderer/features/instances/connect/connect-store.ts';
import { useInstances } from '../../../src-renderer/features/instances/instances-store.ts';
import { useNamespaces } from '../../../src-renderer/features/namespaces/namespaces-store.ts';
import { usePromote } from '../../../src-renderer/features/promote/promote-store.ts';
import { useClients } from '../../../src-renderer/features/servers/clients/clients-store.ts';
import { useLog } from '../../../src-renderer/features/servers/log/log-store.ts';
import { useServers } from '../../../src-renderer/features/servers/servers-store.ts';
import { useSettings } from '../../../src-renderer/features/settings/settings-store.ts';
import { useTransfers } from '../../../src-renderer/features/transfers/transfers-store.ts';
import { useVersions } from '../../../src-renderer/features/versions/versions-store.ts';
import { useRoute } from '../../../src-renderer/routes/route-store.ts';
import { useLanguage } from '../../../src-renderer/text/language.ts';
import { useDrafts } from '../../../src-renderer/ui/drafts.ts';
import { createFakeCore } from './fake-core.ts';
import { cleanup, render } from './render.ts';

type FakeCore = ReturnType<typeof createFakeCore>;

/** Draws the window at `hash` on a core that `prepare` has set up. */
export function openWindow(prepare: (core: FakeCore) => void = () => undefined, hash = '#/'): FakeCore {
  cleanup();
  closeLayer();
  forgetEverything();
  history.replaceState(null, '', hash);
  const core = createFakeCore();
  prepare(core);
  // The page's own place: the styles count on it for the window's height.
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  render(<Root />, container);
  core.attach();
  return core;
}

/** Each store takes back its first state. */
export function forgetEverything(): void {
  sessionStorage.clear();
  useDrafts.setState(useDrafts.getInitialState(), true);
  useLanguage.setState(useLanguage.getInitialState(), true);
  useLink.setState(useLink.getInitialState(), true);
  useDesktop.setState(useDesktop.getInitialState(), true);
  useGames.setState(useGames.getInitialState(), true);
  useHost.setState(useHost.getInitialState(), true);
  useCard.setState(useCard.getInitialState(), true);
  useConnect.setState(useConnect.getInitialState(), true);
  useInstances.setState(useInstances.getInitialState(), true);
  useNamespaces.setState(useNamespaces.getInitialState(), true);
  useBoard.setState(useBoard.getInitialState(), true);
  useVersions.setState(useVersions.getInitialState(), true);
  usePromote.setState(usePromote.getInitialState(), true);
  useBuilds.setState(useBuilds.getInitialState(), true);
  useClients.setState(useClients.getInitialState(), true);
  useServers.setState(useServers.getInitialState(), true);
  useLog.setState(useLog.getInitialState(), true);
  useSettings.setState(useSettings.getInitialState(), true);
  useActivity.setState(useActivity.getInitialState(), true);
  useTransfers.setState(useTransfers.getInitialState(), true);
  useRoute.setState(useRoute.getInitialState(), true);
}

/** Puts the keyboard's focus on an element, as Tab would in the end. */
export function focusOn(element: Element): void {
  if (element instanceof HTMLElement) element.focus();
}
