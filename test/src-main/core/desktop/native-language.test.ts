// What the system shows of Slipway, in another language.
import { afterEach, expect, it } from 'vitest';
import { closingQuestion } from '../../../../src-main/core/desktop/close-behavior.ts';
import { applicationMenu } from '../../../../src-main/core/desktop/menu.ts';
import { plural, speak, spokenLanguage, t, translate } from '../../../../src-main/core/desktop/native-language.ts';
import { eventsBetween, newsOf } from '../../../../src-main/core/desktop/notices.ts';
import { trayMenu } from '../../../../src-main/core/desktop/tray.ts';
import { formatNews } from '../../../../src-shared/desktop/news.ts';
import { someServer, someState, someTransfer } from './some-state.ts';

afterEach(() => speak('en', []));

it('is German where that is set or what the system prefers, and English again', async () => {
  expect(await speak('system', ['de-AT'])).toBe(true);
  expect(await speak('de', [])).toBe(false);
  const menu = applicationMenu({ platform: 'linux', instances: [{ name: 'Local' }], forDevelopers: false });
  expect(JSON.stringify(menu)).toContain('"label":"Bearbeiten"');
  expect(JSON.stringify(menu)).toContain('{"kind":"role","role":"copy","label":"Kopieren"}');
  const state = someState({ servers: [someServer('a', 'running')], transfers: [someTransfer('1', 'running')] });
  expect(JSON.stringify(trayMenu(state))).toContain('Beenden und 1 Server stoppen');
  expect(closingQuestion(2).message).toBe('2 deiner Server laufen');
  const crashed = someState({ servers: [someServer('a', 'crashed')] });
  const [news] = newsOf(eventsBetween(state, crashed));
  expect(news && formatNews({ t, plural, translate }, news)).toEqual({
    title: 'Ein Server von Tidebreak ist abgestürzt',
    body: 'Sein Log zeigt die letzte Ausgabe.',
  });
  await speak('en', ['de']);
  expect(closingQuestion(2).message).toBe('2 servers of yours are running');
});

it('is the last one requested when two are requested at once', async () => {
  await Promise.all([speak('de', []), speak('en', [])]);
  expect(spokenLanguage()).toBe('en');
  await Promise.all([speak('en', []), speak('de', [])]);
  expect(spokenLanguage()).toBe('de');
});
