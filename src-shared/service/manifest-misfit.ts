// What is wrong with a slipway.json, as a sentence. Apart from the schemas that find it: what runs a build without a slipway.json loads none.
import { type Message, messageFor, type Sentence } from '../text/message.ts';

/** What is wrong with a field of a slipway.json, in a sentence, and where it stands. The path is empty where it is the whole. */
export type Misfit = { path: string; message: Sentence; line?: number | undefined; column?: number | undefined };

/** The sentence about a misfit, with its place. */
export function formatMisfit({ path, message, line, column }: Misfit): Message {
  if (path === '') return messageFor('manifest.invalid', { message });
  if (line === undefined || column === undefined) return messageFor('manifest.invalid-at', { path, message });
  return messageFor('manifest.invalid-at-place', { path, line, column, message });
}
