// Days and numbers that fill a sentence. Each is a message of its own, as languages write them differently.
import type { Message } from './message.ts';

const DAY = 'value.day';
const NUMBER = 'value.number';

const dayStyle = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** The day of a timestamp. */
export function dayMessage(timestamp: string): Message {
  return { text: new Date(timestamp).toLocaleDateString('en-GB', dayStyle), reason: DAY, params: { timestamp } };
}

/** A number that people read as one: ports and ids have no separators. */
export function numberMessage(number: number): Message {
  return { text: number.toLocaleString('en-US'), reason: NUMBER, params: { number } };
}

/** A day or a number as it is written there. Nothing for other messages, and for values that cannot be read. */
export function writeValue(
  { reason, params = {} }: Message,
  locale: { numbers: string; dates: string },
): string | undefined {
  const { timestamp, number } = params;
  if (reason === NUMBER && typeof number === 'number') return number.toLocaleString(locale.numbers);
  if (reason !== DAY || typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp))) return undefined;
  return new Date(timestamp).toLocaleDateString(locale.dates, dayStyle);
}
