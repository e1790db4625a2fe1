// Sentences in another language: those that the code says, and those that were made where no language is known.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { german } from '../../../src-shared/text/de/index.ts';
import { chooseLanguage } from '../../../src-shared/text/languages.ts';
import { listed, messageFor, textOf } from '../../../src-shared/text/message.ts';
import { createSpeech } from '../../../src-shared/text/say-in-language.ts';
import { gatherKeys, shortKey, spreadKeys } from '../../../src-shared/text/short-key.ts';
import { dayMessage, durationMessage, numberMessage } from '../../../src-shared/text/values.ts';

const english = createSpeech('en', {});
const speech = createSpeech('de', german);

describe('a sentence that was made elsewhere', () => {
  it('is found by its reason', () => {
    expect(speech.translate(new AppError('GAME_NOT_FOUND').toMessage())).toBe('Dieses Spiel gibt es nicht.');
  });

  it('is translated with what it is filled with', () => {
    const message = messageFor('network.not-answering', {
      address: 'games.example',
      why: messageFor('network.nothing-listens'),
    });
    expect(message.text).toBe(
      'games.example does not answer: nothing listens there. Check the port, and whether the service runs.',
    );
    expect(speech.translate(message)).toBe(
      'games.example antwortet nicht: dort lauscht nichts. Prüfe den Port, und ob der Dienst läuft.',
    );
    expect(speech.translate(messageFor('namespace.protected', { name: 'prod (1.0) [x]' }))).toContain(
      '„prod (1.0) [x]“',
    );
  });

  it('keeps names that look like places', () => {
    expect(speech.translate(messageFor('instance.not-connected', { name: '{name} $& {1}' }))).toBe(
      '{name} $& {1} ist nicht verbunden.',
    );
  });

  it('ends within another without its period, and keeps that at the end and before another', () => {
    const inner = messageFor('instance.not-connected', { name: 'EU' });
    const outer = messageFor('service.answered', { status: 500, why: inner });
    expect(outer.text).toBe('The service answered with status 500: EU is not connected.');
    expect(messageFor('system.failed', { why: inner }).text).toBe('This did not work: EU is not connected.');
    expect(listed([inner, inner], ' ').text).toBe('EU is not connected. EU is not connected.');
    expect(speech.translate(listed([inner, inner], ' '))).toBe('EU ist nicht verbunden. EU ist nicht verbunden.');
  });

  it('has days and numbers as the language writes them', () => {
    const day = dayMessage('2026-11-03T23:30:00.000Z');
    expect([day, numberMessage(12_345)].map(textOf)).toEqual(['3 Nov 2026', '12,345']);
    expect([day, numberMessage(12_345)].map(speech.translate)).toEqual(['3. Nov. 2026', '12.345']);
    expect(english.translate(day)).toBe('3 Nov 2026');
    expect(speech.translate({ ...day, params: { timestamp: 'soon' } })).toBe('3 Nov 2026');
    expect(speech.translate({ ...numberMessage(12_345), params: {} })).toBe('12,345');
  });

  it('has durations as the language writes them', () => {
    const all = [40, 3_200, 63_000, 7_500_000].map(durationMessage);
    expect(all.map(textOf)).toEqual(['0.1 s', '3.2 s', '1 min 3 s', '2 h 5 min']);
    expect(all.map(speech.translate)).toEqual(['0,1 s', '3,2 s', '1 min 3 s', '2 h 5 min']);
  });

  it('stays as it came where it has no reason, or one that this version does not know, or other params', () => {
    for (const text of ['Something else.', '', 'a'.repeat(100_000)]) {
      expect(speech.translate(text)).toBe(text);
      expect(speech.translate({ text })).toBe(text);
      expect(speech.translate({ text, reason: 'of.the-future', params: {} })).toBe(text);
      expect(speech.translate({ text, reason: 'instance.not-connected', params: { other: 1 } })).toBe(text);
    }
    expect(english.translate(messageFor('API_FORBIDDEN'))).toBe(
      'This token may not do that. Use one that may, or ask whoever runs the instance for one.',
    );
  });
});

describe('a count', () => {
  it('takes the form of its language', () => {
    expect(english.count(1, '{n} transfer', '{n} transfers')).toBe('1 transfer');
    expect(speech.count(1, '{n} transfer', '{n} transfers')).toBe('1 Übertragung');
    expect(speech.count(1_200, '{n} transfer', '{n} transfers')).toBe('1.200 Übertragungen');
  });
});

describe('the language', () => {
  it('is the one that is set, else the first that the system prefers and Slipway has', () => {
    expect(chooseLanguage('de', ['en-US'])).toBe('de');
    expect(chooseLanguage('system', ['fr-FR', 'de-CH', 'en'])).toBe('de');
    expect(chooseLanguage(undefined, ['fr-FR'])).toBe('en');
  });
});

it('says the same from a catalogue with short keys, as the built window has it', () => {
  const built = createSpeech('de', spreadKeys(gatherKeys(german)));
  for (const [key, sentence] of Object.entries(german)) {
    if (typeof sentence === 'string') expect(built.say(key)).toBe(sentence);
    else expect(built.count(2, '', key)).toBe(speech.count(2, '', key));
  }
  expect(built.say('No catalogue has this.')).toBe('No catalogue has this.');
});

it('says each of two sentences that share a short key', () => {
  const [one, other] = alikeInShort();
  const built = createSpeech('de', spreadKeys(gatherKeys({ [one]: 'eins', [other]: 'zwei', three: 'drei' })));
  expect([one, other, 'three'].map((key) => built.say(key))).toEqual(['eins', 'zwei', 'drei']);
});

function alikeInShort(): [string, string] {
  const seen = new Map<string, string>();
  for (let n = 0; ; n += 1) {
    const [key, short] = [`sentence ${n}`, shortKey(`sentence ${n}`)];
    const before = seen.get(short);
    if (before !== undefined) return [before, key];
    seen.set(short, key);
  }
}
