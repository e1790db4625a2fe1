// How a sentence is read from a wire, a file or a record.
import { z } from 'zod';
import { isMessage, isParams, type Message, type Params, type Sentence } from './message.ts';

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'string' || isMessage(value);
}

/** A sentence: a message, or the text of somebody who knows no reasons. To callers of the HTTP interface it is a text. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check says so
export const sentence = z
  .unknown()
  .refine(isSentence, 'Expected a sentence.')
  .meta({ type: 'string' }) as unknown as z.ZodType<Sentence>;

/** A message that Slipway itself wrote. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check says so
export const message = z.unknown().refine(isMessage, 'Expected a message.') as unknown as z.ZodType<Message>;

/** What a message is filled with. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check says so
export const messageParams = z
  .unknown()
  .refine(isParams, 'Expected what fills a message.') as unknown as z.ZodType<Params>;
