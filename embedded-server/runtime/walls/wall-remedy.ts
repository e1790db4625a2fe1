// What to install or to allow where no wall can be built. Reads what the system says of what it forbids.
import { access, constants, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { WALL_ENVIRONMENT } from './wall.ts';

export type WallFacts = {
  isRoot: boolean;
  hasUnshare: boolean;
  hasBubblewrap: boolean;
  /** The settings of the kernel, where it has them. */
  userNamespaces: string | undefined;
  userNamespacesClone: string | undefined;
  apparmorRestricts: string | undefined;
};

export function remedyFor(facts: WallFacts): Message {
  if (!facts.hasUnshare && !facts.hasBubblewrap) return messageFor('isolation.do-install-tools');
  if (facts.isRoot) return messageFor('isolation.do-allow-mounts');
  if (facts.userNamespacesClone === '0') return allow('kernel.unprivileged_userns_clone=1');
  if (facts.userNamespaces === '0') return allow('user.max_user_namespaces=15000');
  if (facts.apparmorRestricts === '1') return messageFor('isolation.do-allow-bubblewrap');
  return messageFor('isolation.do-allow-user-namespaces');
}

function allow(setting: string): Message {
  return messageFor('isolation.do-set-sysctl', { setting });
}

export async function readWallFacts(): Promise<WallFacts> {
  const setting = (name: string) =>
    readFile(`/proc/sys/${name}`, 'utf8').then(
      (text) => text.trim(),
      () => undefined, // a kernel without it
    );
  return {
    isRoot: process.getuid?.() === 0,
    hasUnshare: (await isInstalled('unshare')) && (await isInstalled('setpriv')),
    hasBubblewrap: await isInstalled('bwrap'),
    userNamespaces: await setting('user/max_user_namespaces'),
    userNamespacesClone: await setting('kernel/unprivileged_userns_clone'),
    apparmorRestricts: await setting('kernel/apparmor_restrict_unprivileged_userns'),
  };
}

async function isInstalled(tool: string): Promise<boolean> {
  const places = WALL_ENVIRONMENT.PATH.split(':').map((folder) => path.join(folder, tool));
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
