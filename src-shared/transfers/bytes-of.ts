// How far a transfer is, the same for whoever shows it: the window, the icon and the tray, and the command line.
import type { TransferView } from './bridge.ts';

/** What the other side has of how much, and what is on its way beside that. Undefined until it is packed. */
export function bytesOf(view: TransferView): { there: number; inFlight: number; total: number } | undefined {
  const {
    bytes_total: total,
    bytes_verified: verified,
    bytes_reused: reused,
    bytes_sent: sent,
    bytes_kept: kept,
  } = view;
  if (total === undefined) return undefined;
  const there = Math.min(total, verified + reused + sent + kept);
  return { there, inFlight: Math.min(total - there, view.bytes_live), total };
}
