// The window's frame: sidebar, title bar and page, with the layers over them, and the banner when Slipway itself is gone.
import { useEffect } from 'react';
import { useLink } from '../bridge/link-store.ts';
import shared from '../design/shared.module.css';
import { StateGlyph } from '../design/state-glyph.tsx';
import { DoctorCard } from '../features/builds/choose/doctor-card.tsx';
import { RequestDialog } from '../features/desktop/request-dialog.tsx';
import { CreateGameDialog } from '../features/games/create-game-dialog.tsx';
import { followGames } from '../features/games/games-actions.ts';
import { PinGameDialog } from '../features/games/pin-game-dialog.tsx';
import { ConnectDialog } from '../features/instances/connect/connect-dialog.tsx';
import { InstanceDialogs } from '../features/instances/instance-dialogs.tsx';
import { instanceHeadline, openInstanceOf } from '../features/instances/instances-selectors.ts';
import { useInstances } from '../features/instances/instances-store.ts';
import { NamespaceLayers } from '../features/namespaces/namespace-layers.tsx';
import { PromoteLayer } from '../features/promote/promote-layer.tsx';
import { ShortcutList } from '../features/settings/shortcut-list.tsx';
import { NewsDialog } from '../features/updates/news-dialog.tsx';
import { useRoute } from '../routes/route-store.ts';
import { pageKey } from '../routes/routes.ts';
import { rich } from '../text/rich.ts';
import { t } from '../text/t.ts';
import bannerStyles from '../ui/banner.module.css';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { formatClock } from '../ui/format.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './frame.module.css';
import { closeLayer, useLayers } from './layers-store.ts';
import { Pages } from './pages.tsx';
import { PaletteLayer } from './palette/palette-layer.tsx';
import { Sidebar } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';

/** All of the window once it speaks with the core. */
export function Frame() {
  const instance = useInstances(openInstanceOf);
  const lostSince = useLink(({ link }) => (link.state === 'lost' ? link.since : undefined));
  const lost = lostSince !== undefined;
  const page = useRoute((state) => pageKey(state.route));
  const id = instance?.id;
  useEffect(() => (id === undefined ? undefined : followGames(id)), [id]);
  return (
    <div data-slot="window" className={styles.window}>
      {/* While Slipway is gone nothing here would be answered: it stays to be read, but takes no presses. */}
      <div className={styles.side} inert={lost}>
        <Sidebar />
      </div>
      <div data-slot="main" className={styles.main} data-lost={lost ? '' : undefined}>
        <div inert={lost}>
          <TitleBar />
        </div>
        {lost && <LostBanner since={lostSince} />}
        <main data-slot="page" className={styles.page} inert={lost}>
          <ErrorBoundary where="page" page={page}>
            <Pages />
          </ErrorBoundary>
        </main>
      </div>
      <p className={shared.visuallyHidden} role="status">
        {instance === undefined || lost ? '' : instanceHeadline(instance)}
      </p>
      <PaletteLayer />
      <ShortcutsDialog />
      <CreateGameDialog instance={instance} />
      <NamespaceLayers />
      <PromoteLayer />
      <PinGameDialog instance={instance} />
      <DoctorCard />
      <ConnectDialog />
      <InstanceDialogs />
      <RequestDialog />
      <NewsDialog />
    </div>
  );
}

function LostBanner({ since }: { since: number }) {
  return (
    <div data-slot="banner" className={bannerStyles.banner} role="status">
      <StateGlyph state="waiting" />
      <span>
        {rich('{slipway} What you see is as of {clock}. Start it again with {npm}, and open the link that it prints.', {
          slipway: <b>{t('Slipway stopped.')}</b>,
          clock: formatClock(since),
          npm: <code className={shared.mono}>npm start</code>,
        })}
      </span>
    </div>
  );
}

/** Opens with "?". */
function ShortcutsDialog() {
  const open = useLayers((state) => state.layer === 'shortcuts');
  return (
    <Dialog open={open} onOpenChange={(next) => !next && closeLayer()} title={t('Shortcuts')}>
      {/* It scrolls, so the keyboard has to come to it. */}
      <div className={dialogStyles.body} tabIndex={0} role="group" aria-label={t('Shortcuts')}>
        <ShortcutList className={styles.shortcuts} />
      </div>
    </Dialog>
  );
}
