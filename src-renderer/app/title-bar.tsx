// The title bar: back and forward, the way into the palette, messages and help. It is also what the window is dragged by.
import { chordOf } from '../../src-shared/desktop/shortcuts.ts';
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { StateGlyph } from '../design/state-glyph.tsx';
import { isMac, windowControls } from '../features/host/host-selectors.ts';
import { useHost } from '../features/host/host-store.ts';
import { goBack, goForward, goTo, useRoute } from '../routes/route-store.ts';
import { t } from '../text/t.ts';
import { classNames } from '../ui/class-names.ts';
import { copyText } from '../ui/copy-text.ts';
import { formatClock } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import menuStyles from '../ui/menu.module.css';
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx';
import { forgetNotices } from '../ui/notices/notices-actions.ts';
import { useNotices } from '../ui/notices/notices-store.ts';
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

function NoticesMenu() {
  const past = useNotices((state) => state.past);
  return (
    <Menu label={t('Notifications')} trigger={<IconButton icon="bell" label={t('Notifications')} />}>
      {past.length > 0 && <p className={menuStyles.label}>{t('Notifications')}</p>}
      {past.length === 0 && <p className={menuStyles.none}>{t('No notifications yet.')}</p>}
      {past.map((notice) => (
        <MenuItem key={notice.id} onClick={() => void copyText(`${notice.title}. ${notice.detail ?? ''}`.trim())}>
          <span className={styles.notice}>
            <StateGlyph state={notice.state} />
            <b>{notice.title}</b>
            <time className={classNames(shared.faint, shared.tabular)}>{formatClock(notice.at)}</time>
            {notice.detail !== undefined && (
              <span className={classNames(shared.dim, shared.small, styles.noticeDetail)}>{notice.detail}</span>
            )}
          </span>
        </MenuItem>
      ))}
      {past.length > 0 && (
        <>
          <MenuRule />
          <MenuItem onClick={forgetNotices}>{t('Clear notifications')}</MenuItem>
        </>
      )}
    </Menu>
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
