// Sentences in another language: those that the code says, and those that were made where no language is known.
import { describe, expect, it } from 'vitest';
import { shorten } from '../../../scripts/texts/short-catalogue.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { german } from '../../../src-shared/text/de/index.ts';
import { chooseLanguage } from '../../../src-shared/text/languages.ts';
import { gatherKeys, spreadKeys } from '../../../src-shared/text/short-key.ts';
import { createSpeech } from '../../../src-shared/text/speech.ts';

const english = createSpeech('en', {});
const speech = createSpeech('de', german);

describe('a sentence that was made elsewhere', () => {
  it('is found as it stands', () => {
    expect(speech.told(new AppError('GAME_NOT_FOUND').message)).toBe('Dieses Spiel gibt es nicht.');
  });

  it('is found by what stands around its places, and so is what was filled in', () => {
    const sentence =
      'games.example does not answer: nothing listens there. Look at the port, and whether the service runs.';
    expect(speech.told(sentence)).toBe(
      'games.example antwortet nicht: dort lauscht nichts. Prüfe den Port, und ob der Dienst läuft.',
    );
    expect(speech.told('EU is protected. Confirm the change with its name, "prod (1.0) [x]".')).toBe(
      'EU ist geschützt. Bestätige die Änderung mit seinem Namen, „prod (1.0) [x]“.',
    );
  });

  it('keeps names that look like places or patterns', () => {
    expect(speech.told('{1} $& is not connected.')).toBe('{1} $& ist nicht verbunden.');
  });

  it('stays as it is where nobody knows it, however long it is', () => {
    for (const unknown of ['Something else.', '', 'a'.repeat(100_000), 'is not connected.']) {
      expect(speech.told(unknown)).toBe(unknown);
    }
    expect(english.told('This token may not do that.')).toBe('This token may not do that.');
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
  const built = createSpeech('de', spreadKeys(gatherKeys(shorten(german))));
  for (const [key, said] of Object.entries(german)) {
    if (typeof said === 'string') expect(built.say(key)).toBe(said);
    else expect(built.count(2, '', key)).toBe(speech.count(2, '', key));
    expect(built.told(key)).toBe(speech.told(key));
  }
  expect(built.say('No catalogue has this.')).toBe('No catalogue has this.');
});

it('takes no two sentences under one short key', () => {
  expect(() => shorten({ costarring: 'a', liquid: 'b' })).toThrow(/Two sentences have the short key/);
});
