// What a person marked is kept here, in one place, before the window changes anything: read-only instances and protected namespaces. For
// commands cli/confirm-protected.ts refuses the same.

import { AppError } from '../../../src-shared/errors/app-error.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { InstanceService } from './instance-service.ts';

export function requireWritable(instances: InstanceService, instance_id: string): void {
  if (!instances.marks(instance_id).is_read_only) return;
  const { name } = instances.find(instance_id).view();
  throw new AppError('INSTANCE_READ_ONLY', 'instance.read-only', { name });
}

type Target = { instance_id: string; game_id: string; namespace_id: string; confirm?: string | undefined };

/** The name is read from the game at the moment of the change, so that no stale name confirms anything. */
export async function requireConfirmed(
  instances: InstanceService,
  { instance_id: id, game_id, namespace_id, confirm }: Target,
  readNameId: () => Promise<string>,
): Promise<void> {
  if (!isProtected(instances.marks(id), { game_id, namespace_id })) return;
  const name = await readNameId();
  if (confirm === name) return;
  throw new AppError(
    'NAMESPACE_PROTECTED',
    'namespace.protected',
    { name },
    {
      metadata: { name_id: name },
    },
  );
}
