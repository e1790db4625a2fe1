// Numbers, times and months as the spoken language writes them. The formats are made once: that takes longer than a
// hundred uses.
import { locales } from '../../src-shared/text/languages.ts';
import { useLanguage } from './language.ts';

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** A whole number: "12,345". */
export function formatCount(value: number): string {
  return numberFormat('whole', {}).format(value);
}

/** A number with so many digits behind the point: "1.20". */
export function formatDecimal(value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return numberFormat(`.${digits}`, options).format(value);
}

/** Clock time, 24 hours: "14:29". */
export function formatClock(at: number): string {
  return dateFormat('clock', { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Clock time to the second: "14:29:07". */
export function formatSeconds(at: number): string {
  return dateFormat('seconds', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}

/** A month in three letters: "Nov". */
export function formatMonth(at: number): string {
  return dateFormat('month', { month: 'short' }).format(at).slice(0, 3);
}

function numberFormat(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { language } = useLanguage.getState();
  const key = language + name;
  const made = numbers.get(key) ?? new Intl.NumberFormat(locales[language].numbers, options);
  numbers.set(key, made);
  return made;
}

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { language } = useLanguage.getState();
  const key = language + name;
  const made = dates.get(key) ?? new Intl.DateTimeFormat(locales[language].dates, options);
  dates.set(key, made);
  return made;
}
