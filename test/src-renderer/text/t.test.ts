import { afterEach, expect, test } from 'vitest';
import { formatClock, formatDecimal, formatMonth } from '../../../src-renderer/text/format-numbers.ts';
import { speak, useLanguage } from '../../../src-renderer/text/language.ts';
import { known, plural, t, words } from '../../../src-renderer/text/t.ts';
import { counted, formatDate, formatSize } from '../../../src-renderer/ui/format.ts';

afterEach(() => useLanguage.setState(useLanguage.getInitialState(), true));

test('says English as it stands in the code', () => {
  expect(t('Cancel')).toBe('Cancel');
  expect(t('{game} on {instance}', { game: 'Tug', instance: 'Local' })).toBe('Tug on Local');
  expect(plural(1, '{n} thing', '{n} things')).toBe('1 thing');
  expect(plural(1_200, '{n} thing of {name}', '{n} things of {name}', { name: 'Tug' })).toBe('1,200 things of Tug');
});

test('says what a catalogue has, and English for what it lacks', async () => {
  await speak('de');
  expect(t('Cancel')).toBe('Abbrechen');
  expect(known('A sentence that no catalogue has')).toBe('A sentence that no catalogue has');
  expect(t('{game} on {instance}', { game: '{instance}', instance: 'Local' })).toBe('{instance} auf Local');
});

test('takes the form that the language has for a count', () => {
  const forms = { one: '{n} Ding', other: '{n} Dinge' };
  useLanguage.setState({ language: 'de', catalogue: { '{n} things': forms } });
  expect(counted(1, 'thing')).toBe('1 Ding');
  expect(counted(0, 'thing')).toBe('0 Dinge');
  expect(counted(12_000, 'thing')).toBe('12.000 Dinge');
});

test('reads a table again in each language', async () => {
  const table = words({ stop: 'Cancel' });
  expect(table.stop).toBe('Cancel');
  await speak('de');
  expect({ ...table }).toEqual({ stop: 'Abbrechen' });
});

test('speaks the language that was wanted last, however long the first takes', async () => {
  const first = speak('de');
  await speak('en');
  await first;
  expect(useLanguage.getState().language).toBe('en');
});

test('writes numbers and dates as the language does', async () => {
  const at = new Date(2026, 2, 16, 9, 5).getTime();
  expect([formatDecimal(1.25, 1), formatMonth(at), formatClock(at)]).toEqual(['1.3', 'Mar', '09:05']);
  await speak('de');
  expect([formatSize(1_240_000_000), formatDate(at)]).toEqual(['1,24 GB', '16. Mär, 09:05']);
});
