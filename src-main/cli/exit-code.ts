// The exit codes, which scripts go by: 0 done, 1 refused, 2 usage, 3 network, 4 not confirmed.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import { isPassing } from '../core/transfers/engine/passing-failures.ts';

export function exitCodeOf(error: AppError): number {
  if (error.code === 'USAGE') return 2;
  if (error.code === 'NOT_CONFIRMED') return 4;
  // What a service fails in has a number there; without one it is a bug of ours, which stays.
  const isBug = error.code === 'ERROR' && error.ray_id === undefined;
  return isPassing(error) && !isBug ? 3 : 1;
}
