// The title bar: back and forward, the way into the palette, messages and help. It is also what the window is dragged by.
import { chordOf } from '../../src-shared/desktop/shortcuts.ts';
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { NoticesMenu } from '../features/desktop/notices-menu.tsx';
import { isMac, windowControls } from '../features/host/host-selectors.ts';
import { useHost } from '../features/host/host-store.ts';
import { goBack, goForward, goTo, useRoute } from '../routes/route-store.ts';
import { t } from '../text/t.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { openLayer } from './layers-store.ts';
import styles from './title-bar.module.css';

/** Leaves room for the system's window controls where they lie over it. */
export function TitleBar() {
  const host = useHost((state) => state.host);
  const mac = isMac(host);
  const canBack = useRoute((state) => state.canBack);
  const canForward = useRoute((state) => state.canForward);
  return (
    <div data-slot="title-bar" className={styles.titleBar} data-controls={windowControls(host)}>
      <IconButton
        icon="chevron-left"
        label={t('Back')}
        keys={<Kbd chord={chordOf('back')} mac={mac} />}
        disabledReason={canBack ? undefined : t('There is no page before this one')}
        onClick={goBack}
      />
      <IconButton
        icon="chevron-right"
        label={t('Forward')}
        keys={<Kbd chord={chordOf('forward')} mac={mac} />}
        disabledReason={canForward ? undefined : t('There is no page after this one')}
        onClick={goForward}
      />
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={() => openLayer('palette')}>
        <Icon name="search" size={14} />
        <span className={shared.grow}>{t('Go to a game, server or command')}</span>
        <Kbd chord={chordOf('palette')} mac={mac} />
      </button>
      <NoticesMenu />
      <HelpMenu mac={mac} />
    </div>
  );
}

function HelpMenu({ mac }: { mac: boolean }) {
  return (
    <Menu label={t('Help')} trigger={<IconButton icon="help" label={t('Help')} />}>
      <MenuItem onClick={() => openLayer('shortcuts')}>
        {t('Show all shortcuts')}
        <Kbd chord={chordOf('shortcuts')} mac={mac} />
      </MenuItem>
      <MenuItem onClick={() => goTo({ page: 'welcome' })}>{t('Open the welcome page')}</MenuItem>
      <MenuItem onClick={() => goTo({ page: 'settings' })}>{t('See versions and the data folder')}</MenuItem>
    </Menu>
  );
}
