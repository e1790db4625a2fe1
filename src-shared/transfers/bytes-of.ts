// How far a transfer is, the same for whoever shows it: the window, the icon and the tray, and the command line.
import type { TransferView } from './bridge.ts';

/** What is known to be there or on its way, of how much. Undefined until it is packed. */
export function bytesOf({
  bytes_total: total,
  bytes_verified: verified,
  bytes_sent: sent,
  bytes_live: live,
}: TransferView): { there: number; total: number } | undefined {
  return total === undefined ? undefined : { there: Math.min(total, verified + sent + live), total };
}
