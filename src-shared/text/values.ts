// Days, numbers and durations that fill a sentence. Each is a message of its own, as languages write them differently.
import type { Message } from './message.ts';

const DAY = 'value.day';
const NUMBER = 'value.number';
const DURATION = 'value.duration';

const dayStyle = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** The day of a timestamp. */
export function dayMessage(timestamp: string): Message {
  return { text: new Date(timestamp).toLocaleDateString('en-GB', dayStyle), reason: DAY, params: { timestamp } };
}

/** A number that people read as one: ports and ids have no separators. */
export function numberMessage(number: number): Message {
  return { text: number.toLocaleString('en-US'), reason: NUMBER, params: { number } };
}

/** How long something took. */
export function durationMessage(ms: number): Message {
  return { text: writeDuration(ms, (seconds) => seconds.toFixed(1)), reason: DURATION, params: { ms } };
}

/** A time: "0.3 s", "12 s", "1 min 3 s", "2 h 5 min". `decimal` writes a number with one digit behind its point. */
export function writeDuration(ms: number, decimal: (seconds: number) => string): string {
  if (ms < 9_950) return `${decimal(Math.max(0.1, ms / 1000))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return twoUnits(seconds, 'min', 's');
  return twoUnits(Math.round(seconds / 60), 'h', 'min');
}

function twoUnits(n: number, large: string, small: string): string {
  const rest = n % 60;
  return rest === 0 ? `${n / 60} ${large}` : `${Math.floor(n / 60)} ${large} ${rest} ${small}`;
}

/** A day, a number or a duration as it is written there. Nothing for other messages, and for values that cannot be read. */
export function writeValue(
  { reason, params = {} }: Message,
  locale: { numbers: string; dates: string },
): string | undefined {
  const { timestamp, number, ms } = params;
  if (reason === NUMBER && typeof number === 'number') return number.toLocaleString(locale.numbers);
  if (reason === DURATION && typeof ms === 'number') {
    const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return writeDuration(ms, (seconds) => seconds.toLocaleString(locale.numbers, one));
  }
  if (reason !== DAY || typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp))) return undefined;
  return new Date(timestamp).toLocaleDateString(locale.dates, dayStyle);
}
