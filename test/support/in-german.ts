// Puts sentences into German as the window does, and tells what of them stayed English.
import { german } from '../../src-shared/text/de/index.ts';
import { createSpeech } from '../../src-shared/text/speech.ts';

export const { told } = createSpeech('de', german);
/** Words that German does not have. */
const english = /\b(the|this|is|its|which|and|of|not|has|after|with|to|it|but|expected)\b/gi;

/** The English words of a sentence once it is told in German; what stands in quotes is a name. */
export function leftInEnglish(sentence: string): string[] {
  return told(sentence).replaceAll(/„.*?“/gs, '').match(english) ?? [];
}
