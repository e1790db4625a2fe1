// Says in a sentence why lines of a log are not kept, and afterwards how much is missing.
import { errorCode } from '../../platform/storage/data-errors.ts';

/** What could not be written, and why it began. */
export type Lost = { bytes: number; lines: number; thrown: unknown };

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export function noteAtStop(thrown: unknown): string {
  if (isFull(thrown)) {
    return 'The disk is full. What the server writes from here on is not kept until there is room again. Free some space.';
  }
  return `The log cannot be written (${reason(thrown)}). What the server writes from here on is not kept until it can be. Check the data folder.`;
}

export function noteAfter({ bytes, lines, thrown }: Lost): string {
  const missing = `${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'} (${bytes.toLocaleString('en-US')} bytes)`;
  const why = isFull(thrown) ? 'the disk was full' : `the log could not be written (${reason(thrown)})`;
  return `${missing} are missing here: ${why}.`;
}

function isFull(thrown: unknown): boolean {
  return FULL.has(errorCode(thrown) ?? '');
}

function reason(thrown: unknown): string {
  return errorCode(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
