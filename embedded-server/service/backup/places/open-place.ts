// Where a backup is kept: a folder, a bucket of an object store, or another machine that ssh reaches.
import type { StorePlace } from '../../../platform/object-store/object-store.ts';
import type { BackupPlace } from './backup-place.ts';
import type { SshTarget } from './ssh-place.ts';

/** As whoever starts the service says it. */
export type BackupTarget = { folder: string } | { store: StorePlace } | { ssh: SshTarget };

export async function openPlace(target: BackupTarget): Promise<BackupPlace> {
  if ('folder' in target) return (await import('./folder-place.ts')).openFolderPlace(target.folder);
  if ('store' in target) return (await import('./store-place.ts')).openStorePlace(target.store);
  return (await import('./ssh-place.ts')).openSshPlace(target.ssh);
}
