// What is said of the finished transfers that are folded away. Pure.
import { t } from '../../text/t.ts';
import { formatCount, formatSize } from '../../ui/format.ts';
import type { EndedTransfer } from './transfers-selectors.ts';

/** "9 more finished today, 11.4 GB of builds with 2.1 GB sent". */
export function formatFolded(views: readonly EndedTransfer[], now: number): string {
  const today = new Date(now).toDateString();
  const isToday = views.every(({ ended_at: end }) => new Date(end).toDateString() === today);
  const built = views.reduce((sum, { bytes_total: bytes = 0 }) => sum + bytes, 0);
  const sent = views.reduce((sum, { bytes_on_wire: bytes }) => sum + bytes, 0);
  const said = { count: formatCount(views.length), size: formatSize(built), sent: formatSize(sent) };
  return isToday
    ? t('{count} more finished today, {size} of builds with {sent} sent', said)
    : t('{count} more finished, {size} of builds with {sent} sent', said);
}
