// Before a command changes anything: what somebody marked on this computer, the instance as read-only or the namespace as protected. For
// the window the core refuses the same, in core/instances/confirm-protected.ts.

import { AppError } from '../../src-shared/errors/app-error.ts';
import { isProtected } from '../../src-shared/instances/is-protected.ts';
import type { Reason } from '../../src-shared/text/reasons/english.ts';
import type { Target } from '../core/instances/open-target.ts';
import type { Place } from './find-place.ts';

/** A read-only instance is not changed from here. */
export function refuseReadOnly({ marks }: Target): void {
  if (marks.is_read_only) throw new AppError('INSTANCE_READ_ONLY');
}

/** A protected namespace wants its own name as --confirm before it is switched, or a server of it is ended. */
export function requireConfirmOption(
  { marks }: Target,
  { game, namespace }: Place,
  confirm: string | undefined,
  reason: Extract<Reason, 'cli.confirm-switch' | 'cli.confirm-end' | 'cli.confirm-keep'> = 'cli.confirm-switch',
): void {
  const place = { game_id: game.game_id, namespace_id: namespace.namespace_id };
  if (!isProtected(marks, place) || confirm === namespace.name_id) return;
  throw new AppError('NAMESPACE_PROTECTED', reason, { namespace: namespace.name_id });
}
