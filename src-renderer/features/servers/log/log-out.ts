// Gives a log out: on the clipboard, or as a file.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { LogLineView } from '../../../../src-shared/servers/log.ts';
import { phrase, plural, t } from '../../../text/t.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { say } from '../../../ui/notices/notices-actions.ts';
import { withoutAnsi } from './ansi.ts';
import { readLog } from './log-actions.ts';
import { useLog } from './log-store.ts';

/** More than this is a file's business. */
const COPIED = 5_000;

/** A line as a person takes it along: when, how bad, and the text without its colours. */
function lineText({ at, level, text }: LogLineView): string {
  return `${new Date(at).toISOString()} ${(level ?? '').padEnd(5)} ${withoutAnsi(text)}`;
}

/** Copies the newest lines. */
export async function copyLog(): Promise<void> {
  const { extent } = useLog.getState();
  if (extent === undefined) return;
  try {
    const texts: string[] = [];
    const from = Math.max(extent.first, extent.last - COPIED + 1);
    await readLog(from, extent.last, (lines) => void texts.push(...lines.map(lineText)));
    const isCopied = await copyText(texts.join('\n'));
    if (isCopied)
      say({
        state: 'done',
        title: plural(texts.length, 'Copied {n} line', 'Copied {n} lines'),
        detail: whatIsMissing(texts),
      });
    else
      say({
        state: 'failed',
        title: phrase('The system did not allow copying'),
        detail: phrase('Save the log instead.'),
      });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The log was not copied'), detail: asAppError(thrown).toMessage() });
  }
}

function whatIsMissing({ length }: readonly string[]): string {
  return length < COPIED
    ? t('This is the whole log.')
    : t('These are the newest lines. Save the log to get all of it.');
}

/** Saves all of the log as a text file. */
export async function saveLog(name: string): Promise<void> {
  const { extent } = useLog.getState();
  if (extent === undefined) return;
  try {
    const parts: string[] = [];
    let count = 0;
    await readLog(extent.first, extent.last, (lines) => {
      count += lines.length;
      parts.push(lines.map((line) => `${lineText(line)}\n`).join(''));
    });
    const url = URL.createObjectURL(new Blob(parts, { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.log` });
    link.click();
    // The browser has taken it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    say({
      state: 'done',
      title: plural(count, 'Saved {n} line', 'Saved {n} lines'),
      detail: phrase('{name}.log, without colours.', { name }),
    });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The log was not saved'), detail: asAppError(thrown).toMessage() });
  }
}
