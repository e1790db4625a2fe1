// Puts sentences into German as the window does, and tells what of them stayed English.
import { german } from '../../src-shared/text/de/index.ts';
import { type Sentence, textOf } from '../../src-shared/text/message.ts';
import { createSpeech } from '../../src-shared/text/say-in-language.ts';

export const { translate } = createSpeech('de', german);
/** Words that German does not have. */
const english = /\b(the|this|is|its|which|and|of|not|has|after|with|to|it|but|expected)\b/gi;

/** The English words of a sentence once it is translated; what stands in quotes is a name. All of a text is left that has no reason. */
export function leftInEnglish(sentence: Sentence): string[] {
  if (typeof sentence === 'string' || sentence.reason === undefined) return [textOf(sentence)];
  return translate(sentence).replaceAll(/„.*?“/gs, '').match(english) ?? [];
}
