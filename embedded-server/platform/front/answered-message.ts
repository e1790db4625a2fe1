// How a message goes out in an answer: as its English text, or with its reason to those who ask for it by `prefer: reasons`.
import type { Message, Params, Sentence } from '../../../src-shared/text/message.ts';

const ASKED = /(?:^|,)\s*reasons\s*(?:[;,]|$)/i;

/** Whether a caller reads reasons. Others get the interface to the letter. */
export function asksForReasons(prefer: string | readonly string[] | undefined): boolean {
  return prefer !== undefined && ASKED.test(String(prefer));
}

/** A text to JSON. That costs nothing where an answer has none. */
class AnsweredMessage implements Message {
  readonly text: string;
  readonly reason: string | undefined;
  readonly params: Params | undefined;

  constructor({ text, reason, params }: Message) {
    this.text = text;
    this.reason = reason;
    this.params = params;
  }

  toJSON(): string {
    return this.text;
  }
}

/** A sentence as it stands in an answer. */
export function answered(sentence: Sentence): Sentence {
  return typeof sentence === 'string' ? sentence : new AnsweredMessage(sentence);
}

/** An answer as JSON, for those who ask for reasons. */
export function writeWithReasons(answer: object): string {
  return JSON.stringify(answer, function replace(this: unknown, key: string, value: unknown): unknown {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what holds a key is an object
    const own = (this as Readonly<Record<string, unknown>>)[key];
    if (!(own instanceof AnsweredMessage)) return value;
    const { text, reason, params } = own; // which toJSON has made a text of
    return { text, reason, params };
  });
}
