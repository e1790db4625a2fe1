// The menu of an instance: what a person can do about it from here.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { goTo } from '../../app/route-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { copyAddress, openInstanceDialog, restartInstance, setReadOnly, testConnection } from './instances-actions.ts';
import { instanceAddress } from './instances-selectors.ts';

type Props = { instance: InstanceView; open: boolean; onOpenChange: (open: boolean) => void };

/** Local has no token and no certificate, and can not be removed. */
export function InstanceMenu({ instance, open, onOpenChange }: Props) {
  const isRemote = instance.kind === 'remote';
  return (
    <Menu
      label={`What to do with ${instance.name}`}
      open={open}
      onOpenChange={onOpenChange}
      align="start"
      trigger={<IconButton icon="dots" size="tiny" className="srow-menu" label={`Menu of ${instance.name}`} />}
    >
      <MenuItem onClick={() => void testConnection(instance)}>Test the connection</MenuItem>
      {instanceAddress(instance) !== undefined && (
        <MenuItem onClick={() => void copyAddress(instance)}>Copy the address</MenuItem>
      )}
      {isRemote ? <RemoteItems instance={instance} /> : <LocalItems instance={instance} />}
    </Menu>
  );
}

function LocalItems({ instance }: { instance: InstanceView }) {
  return (
    <>
      <MenuItem onClick={() => void restartInstance(instance.id, instance.name)}>Restart {instance.name}</MenuItem>
      <MenuItem onClick={() => goTo({ page: 'settings' })}>Change port or folder</MenuItem>
    </>
  );
}

function RemoteItems({ instance }: { instance: InstanceView }) {
  const { id, url = '' } = instance;
  const isReadOnly = instance.is_read_only === true;
  return (
    <>
      <MenuItem onClick={() => openInstanceDialog('sign-in', id)}>Sign in again…</MenuItem>
      {url.startsWith('https:') && (
        <MenuItem onClick={() => openInstanceDialog('certificate', id)}>Show the certificate…</MenuItem>
      )}
      <MenuRule />
      <MenuItem onClick={() => openInstanceDialog('rename', id)}>Rename…</MenuItem>
      <MenuItem onClick={() => void setReadOnly(instance, !isReadOnly)}>
        {isReadOnly ? 'Allow changes again' : 'Make it read-only here'}
      </MenuItem>
      <MenuRule />
      <MenuItem onClick={() => openInstanceDialog('remove', id)}>Remove from this app…</MenuItem>
    </>
  );
}
