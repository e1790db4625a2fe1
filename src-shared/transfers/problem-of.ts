// What is in the way of a transfer, whatever its status: the same for the window, the notices, and the command line.
import type { ErrorBody } from '../errors/app-error.ts';
import type { TransferPause, TransferTrouble, TransferView } from './bridge.ts';

/** A transfer as far as it says why it stands still: as it is shown, or as the journal keeps it. */
type Standing =
  | { status: 'failed' | 'not_confirmed'; problem: ErrorBody }
  | { status: 'paused'; paused: TransferPause }
  | { status: 'queued' | 'running' | 'waiting' | 'cancelled' | 'done' };

/** Why it does not go on, where something is in the way. */
export function problemOf(transfer: Standing | undefined): ErrorBody | undefined {
  if (transfer === undefined) return undefined;
  if (transfer.status === 'failed' || transfer.status === 'not_confirmed') return transfer.problem;
  return transfer.status === 'paused' && 'problem' in transfer.paused ? transfer.paused.problem : undefined;
}

/** The failure that passes, while it is tried again. */
export function troubleOf(view: TransferView | undefined): TransferTrouble | undefined {
  return view?.status === 'waiting' || view?.status === 'running' ? view.trouble : undefined;
}
