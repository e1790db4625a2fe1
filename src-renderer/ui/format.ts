// Numbers, sizes, times and ids in words, the same everywhere in the window.
import { writeDuration } from '../../src-shared/text/values.ts';
import { formatClock, formatCount, formatDecimal, formatMonth } from '../text/format-numbers.ts';
import { plural, t } from '../text/t.ts';

export { formatClock, formatCount };

/** Bytes in decimal units, as disks are sold: "38 MB", "1.24 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1e3) return `${Math.round(bytes)} B`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} kB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  const gigabytes = bytes / 1e9;
  return `${gigabytes < 10 ? formatDecimal(gigabytes, 2) : formatCount(Math.round(gigabytes))} GB`;
}

/** The size of a build as it is sent and stored. Its files take more or less, so a size of them says that it is theirs. */
export function formatPacked(bytes: number): string {
  return t('{size} packed', { size: formatSize(bytes) });
}

/** The size of the files of a build. */
export function formatUnpacked(bytes: number): string {
  return t('{size} unpacked', { size: formatSize(bytes) });
}

/** Bytes of something that may be small: to the byte, and from 10 kB on as everywhere. */
export function formatFileSize(bytes: number): string {
  return bytes < 10_000 ? `${formatCount(bytes)} B` : formatSize(bytes);
}

/** A count with its thing: "1 player", "2 players". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return plural(count, `{n} ${one}`, `{n} ${many}`);
}

/** A time: "0.3 s", "12 s", "1 min 3 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  return writeDuration(ms, (seconds) => formatDecimal(seconds, 1));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long something lasted, in at most two units: "40 s", "12 min", "3 h 5 min", "2 d 3 h". */
export function formatSpan(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1000))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  const isDays = ms >= DAY_MS;
  const [large, small, ...units] = isDays
    ? ([DAY_MS, HOUR_MS, 'd', 'h'] as const)
    : ([HOUR_MS, MINUTE_MS, 'h', 'min'] as const);
  const rest = Math.floor((ms % large) / small);
  const whole = `${Math.floor(ms / large)} ${units[0]}`;
  return rest === 0 ? whole : `${whole} ${rest} ${units[1]}`;
}

/** How long ago: "just now", "12 min ago", "3 h ago", "5 d ago", and from two weeks on the day. */
export function formatAgo(at: number, now: number): string {
  const ms = Math.max(0, now - at);
  if (ms < MINUTE_MS) return t('just now');
  if (ms < HOUR_MS) return t('{minutes} min ago', { minutes: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return t('{hours} h ago', { hours: Math.floor(ms / HOUR_MS) });
  return ms < 14 * DAY_MS ? t('{days} d ago', { days: Math.floor(ms / DAY_MS) }) : formatDay(at);
}

/** A day: "16 Nov". */
export function formatDay(at: number): string {
  return t('{day} {month}', { day: new Date(at).getDate(), month: formatMonth(at) });
}

/** Day and clock time: "16 Nov, 09:12". */
export function formatDate(at: number): string {
  return `${formatDay(at)}, ${formatClock(at)}`;
}

/** A moment as short as it stays clear: the clock time of today, with its day before that. */
export function formatSince(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatClock(at) : formatDate(at);
}

/** An id shortened in the middle: "3f9c27d4-61b8…e1a7". */
export function shortId(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 13)}…${id.slice(-4)}`;
}
