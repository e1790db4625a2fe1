// A sentence in a column of the records: as JSON with its reason. What an older Slipway wrote is a text.
import type { Sentence } from '../../../src-shared/text/message.ts';
import { sentence } from '../../../src-shared/text/message-schema.ts';

const MESSAGE_START = '{"text":';

export function readSentence(text: string | null): Sentence | null {
  return text?.startsWith(MESSAGE_START) === true ? sentence.parse(JSON.parse(text)) : text;
}

export function writeSentence(value: Sentence | null): string | null {
  if (value === null || typeof value === 'string') return value;
  const { text, reason, params } = value;
  return JSON.stringify({ text, reason, params });
}
