// The instances in the sidebar. The open one has a second line with what it is doing; each has a menu.
import { useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { useLink } from '../../bridge/link-store.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { initialsOf } from '../../ui/initials.ts';
import sidebarStyles from '../../ui/sidebar.module.css';
import { useNow } from '../../ui/use-now.ts';
import { useHost } from '../host/host-store.ts';
import { setConnecting } from './connect/connect-actions.ts';
import { InstanceMenu } from './instance-menu.tsx';
import { openInstance } from './instances-actions.ts';
import { instanceAside, instanceGlyph, instanceLine, openInstanceOf } from './instances-selectors.ts';
import { useInstances } from './instances-store.ts';

/** `onOpen` goes to the instance's page. */
export function InstanceList({ onOpen }: { onOpen: (instance_id: string) => void }) {
  const state = useInstances();
  const open = openInstanceOf(state);
  const initials = initialsOf(state.instances?.map(({ name }) => name) ?? []);
  return (
    <nav aria-labelledby="instances-title">
      <div className={sidebarStyles.head}>
        <h2 id="instances-title">{t('Instances')}</h2>
        <IconButton icon="plus" size="tiny" label={t('Connect a remote')} onClick={() => setConnecting(true)} />
      </div>
      <ul>
        {state.instances?.map((instance, at) => (
          <Row
            key={instance.id}
            instance={instance}
            initials={initials[at] ?? ''}
            open={instance.id === open?.id}
            onOpen={() => {
              openInstance(instance.id);
              onOpen(instance.id);
            }}
          />
        ))}
      </ul>
    </nav>
  );
}

type RowProps = { instance: InstanceView; initials: string; open: boolean; onOpen: () => void };

/** The menu opens from its own button, which shows on hover and focus, and by the keys and the press for context menus. */
function Row({ instance, initials, open, onOpen }: RowProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const now = useNow(instance.state === 'reconnecting');
  const own = useHost((state) => state.host?.version);
  const isLost = useLink((state) => state.link.state === 'lost');
  const line = isLost ? t('Not known now') : instanceLine(instance, now, own);
  const aside = isLost ? undefined : instanceAside(instance, now);
  return (
    <li
      className={isMenuOpen ? sidebarStyles.menuIsOpen : undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenuOpen(true);
      }}
    >
      <button
        type="button"
        className={
          open ? classNames(sidebarStyles.row, sidebarStyles.twoLines, sidebarStyles.current) : sidebarStyles.row
        }
        aria-current={open ? 'true' : undefined}
        aria-label={[instance.name, ...(open ? [line, aside] : [aside, line])].filter(Boolean).join(', ')}
        title={`${instance.name}, ${line}`}
        onClick={onOpen}
      >
        <StateGlyph state={isLost ? 'waiting' : instanceGlyph(instance.state)} />
        <b className={sidebarStyles.initials} aria-hidden="true">
          {initials}
        </b>
        <span className={classNames(shared.grow, sidebarStyles.words, shared.ellipsis)}>
          {/* The spaces keep the words apart for who hears them. */}
          {instance.name} {open && <small className={shared.ellipsis}>{line}</small>}
        </span>{' '}
        {aside !== undefined && (
          <span
            className={classNames(
              shared.mono,
              sidebarStyles.latency,
              shared.tabular,
              sidebarStyles.words,
              sidebarStyles.aside,
            )}
          >
            {aside}
          </span>
        )}
      </button>
      <InstanceMenu instance={instance} open={isMenuOpen} onOpenChange={setMenuOpen} />
    </li>
  );
}
