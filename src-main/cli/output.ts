// What a command says on stdout: one line of JSON for programs, a table or a sentence for people.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import type { CommandIo } from './command-io.ts';

const answered = new WeakSet<CommandIo>();

export function answer(io: CommandIo, json: boolean, value: unknown, text: () => string): void {
  answered.add(io);
  io.stdout.write(json ? `${JSON.stringify(value, inEnglish)}\n` : text());
}

/** Programs read what they always read: the text of a message, and of an error no reason. */
function inEnglish(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('text' in value && 'reason' in value) return value.text;
  if (!('code' in value) || !('message' in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'reason' && name !== 'params'));
}

/** For programs, what went wrong where nothing else was answered. Words that do not fit are for the person who wrote them. */
export function answerProblem(io: CommandIo, error: AppError): void {
  if (!answered.has(io) && error.code !== 'USAGE')
    answer(io, true, { event: 'problem', problem: error.toBody() }, () => '');
}

/** Columns as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => (cells[at] ?? '').length)));
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, at) => plain(cell).padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** `counted(1, 'file')` is "1 file". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A name from elsewhere must not move the cursor of a terminal. */
export function plain(cell: string): string {
  // oxlint-disable-next-line no-control-regex -- just those characters are meant
  return cell.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
