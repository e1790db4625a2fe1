// The menu of an instance: what a person can do about it from here.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { goTo } from '../../routes/route-store.ts';
import { t } from '../../text/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import sidebarStyles from '../../ui/sidebar.module.css';
import { askRestart, copyAddress, openInstanceDialog, setReadOnly, testConnection } from './instances-actions.ts';
import { instanceAddress } from './instances-selectors.ts';

type Props = { instance: InstanceView; open: boolean; onOpenChange: (open: boolean) => void };

/** Local has no token and no certificate, and cannot be removed. */
export function InstanceMenu({ instance, open, onOpenChange }: Props) {
  const isRemote = instance.kind === 'remote';
  return (
    <Menu
      label={t('Actions for {instance}', { instance: instance.name })}
      open={open}
      onOpenChange={onOpenChange}
      align="start"
      trigger={
        <IconButton
          icon="dots"
          size="tiny"
          className={sidebarStyles.rowMenu}
          label={t('Menu of {instance}', { instance: instance.name })}
        />
      }
    >
      <MenuItem onClick={() => void testConnection(instance)}>{t('Test the connection')}</MenuItem>
      {instanceAddress(instance) !== undefined && (
        <MenuItem onClick={() => void copyAddress(instance)}>{t('Copy the address')}</MenuItem>
      )}
      {isRemote ? <RemoteItems instance={instance} /> : <LocalItems instance={instance} />}
    </Menu>
  );
}

function LocalItems({ instance }: { instance: InstanceView }) {
  return (
    <>
      <MenuItem onClick={() => void askRestart(instance)}>
        {t('Restart {instance}', { instance: instance.name })}
      </MenuItem>
      <MenuItem onClick={() => goTo({ page: 'settings' })}>{t('Change port or folder')}</MenuItem>
    </>
  );
}

function RemoteItems({ instance }: { instance: InstanceView }) {
  const { id, url = '' } = instance;
  const isReadOnly = instance.is_read_only;
  return (
    <>
      <MenuItem onClick={() => openInstanceDialog('sign-in', id)}>{t('Sign in again…')}</MenuItem>
      {url.startsWith('https:') && (
        <MenuItem onClick={() => openInstanceDialog('certificate', id)}>{t('Show the certificate…')}</MenuItem>
      )}
      <MenuRule />
      <MenuItem onClick={() => openInstanceDialog('rename', id)}>{t('Rename…')}</MenuItem>
      <MenuItem onClick={() => void setReadOnly(instance, !isReadOnly)}>
        {isReadOnly ? t('Remove read-only') : t('Mark as read-only')}
      </MenuItem>
      <MenuRule />
      <MenuItem onClick={() => openInstanceDialog('remove', id)}>{t('Remove from this app…')}</MenuItem>
    </>
  );
}
