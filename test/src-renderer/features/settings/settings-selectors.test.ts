import { expect, test } from 'vitest';
import { drawnTheme, readPort, spokenLanguage } from '../../../../src-renderer/features/settings/settings-selectors.ts';

test('follows the desktop until a theme is chosen', () => {
  expect(drawnTheme(undefined, true)).toBe('dark');
  expect(drawnTheme({ theme: 'system', service_port: 7420, keep_hosting: false }, false)).toBe('light');
  expect(drawnTheme({ theme: 'light', service_port: 7420, keep_hosting: false }, true)).toBe('light');
  expect(drawnTheme({ theme: 'dark', service_port: 7420, keep_hosting: false }, false)).toBe('dark');
});

test.each([
  ['7420', 7420],
  [' 1024 ', 1024],
  ['65515', 65_515],
])('reads "%s" as a port', (text, port) => {
  expect(readPort(text)).toEqual({ port });
});

test.each(['', ' ', '80', '65516', '7420.5', '-7420', '0x1d00', 'http'])('refuses "%s" with a sentence', (text) => {
  expect(readPort(text)).toEqual({ error: expect.stringMatching(/\.$/) });
});

test.each([
  [undefined, ['de-AT', 'en'], 'de'],
  [undefined, ['fr-FR', 'de'], 'de'],
  [undefined, ['fr-FR'], 'en'],
  ['system', ['en-GB', 'de'], 'en'],
  ['de', ['en'], 'de'],
  ['en', ['de'], 'en'],
] as const)('with the setting %s and a system that prefers %j it speaks %s', (language, preferred, spoken) => {
  const set = { theme: 'system', service_port: 7420, keep_hosting: false, ...(language && { language }) } as const;
  expect(spokenLanguage(set, preferred)).toBe(spoken);
});
