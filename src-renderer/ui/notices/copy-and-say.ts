// Copies a text where no button stands beside it that could say so.
import { phrase } from '../../text/t.ts';
import { copyText } from '../copy-text.ts';
import { say } from './notices-actions.ts';

/** Must be called from a press. */
export async function copyAndSay(text: string): Promise<void> {
  if (await copyText(text)) say({ state: 'done', title: phrase('Copied'), detail: text });
  else say({ state: 'failed', title: phrase('The system did not allow copying'), detail: text });
}
