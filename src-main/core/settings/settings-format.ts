// The number of the format that a settings file has, and the steps that bring an older one up. A newer one is kept as it is beside
// the file, and read as far as it is understood.
import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../platform/error-code.ts';

/** What a step adds and changes. A key that went out of use stays: nobody reads it, and an older Slipway may. */
type Step = (stored: Record<string, unknown>) => Record<string, unknown>;

/** Append only: the step at 0 makes format 1 of a file without a number, and so on. */
const steps: readonly Step[] = [
  // Files had no number before; nothing else differs.
  () => ({}),
];

export const FORMAT_KEY = 'format';
export const FORMAT = steps.length;

type Options = {
  file: { read(): Record<string, unknown>; change(edit: Step): void };
  place: string;
  known?: readonly Step[];
};

/** Answers what a person has to know, if anything: the file is of a newer Slipway. */
export async function migrateSettings({ file, place, known = steps }: Options): Promise<Message | undefined> {
  const stored = file.read();
  if (Object.keys(stored).length === 0) return undefined;
  const format = formatOf(stored);
  if (format > known.length) return await keepNewer(place);
  if (format < known.length) file.change((now) => changesOf(now, known));
  return undefined;
}

function changesOf(now: Record<string, unknown>, known: readonly Step[]): Record<string, unknown> {
  let changes: Record<string, unknown> = {};
  for (const step of known.slice(formatOf(now))) changes = { ...changes, ...step({ ...now, ...changes }) };
  return { ...changes, [FORMAT_KEY]: known.length };
}

/** Its number stays, so that the newer Slipway takes it as its own again. What is kept is the first: by now this one wrote into it. */
async function keepNewer(place: string): Promise<Message> {
  const kept = `${place}.newer`;
  try {
    await copyFile(place, kept, constants.COPYFILE_EXCL);
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown;
  }
  return messageFor('settings.kept-as-newer', { file: kept });
}

function formatOf(stored: Record<string, unknown>): number {
  const format = stored[FORMAT_KEY];
  return typeof format === 'number' && Number.isInteger(format) && format > 0 ? format : 0;
}
