// What a command is, and the help text that comes from the list of them.
import { slipwayVersion } from '../../src-shared/version.ts';
import type { CommandIo } from './command-io.ts';

export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /** The works that it has, where its first word chooses one. */
  readonly words?: readonly string[];
  /** Each option with what it does. */
  readonly options: readonly (readonly [string, string])[];
  run(args: readonly string[], io: CommandIo): Promise<void>;
};

/** `word`: the work whose own page is wanted, where the command has several. */
export function helpText(commands: readonly Command[], only?: Command, word?: string): string {
  if (only !== undefined && word !== undefined && only.words?.includes(word) === true) return workText(only, word);
  if (only !== undefined) {
    return `${only.summary}\n\nUsage: slipway ${only.usage}\n\n${columns(only.options)}`;
  }
  return [
    `Slipway ${slipwayVersion}: host game servers on your own machine, push builds to remote deployments.`,
    '',
    'Usage: slipway <command> [options]',
    '',
    columns(commands.map(({ name, summary }) => [name, summary])),
    columns([
      ['--help', 'This text, or that of a command: slipway serve --help'],
      ['--version', 'The version; with --json also of which Node and for which system'],
    ]),
  ].join('\n');
}

/** The first line that is about the work itself says what it does and what it takes; all others are its options. */
function workText({ name, summary, words = [], options }: Command, word: string): string {
  const rows = options.flatMap(([left, right]) => {
    const [, head = '', rest = ''] = /^([a-z-]+(?:, [a-z-]+)*)(?: (.*))?$/.exec(left) ?? [];
    const works = head.split(', ');
    if (!works.every((one) => words.includes(one))) return [{ left, right, isOwn: false }];
    return works.includes(word) ? [{ left: rest, right, isOwn: true }] : [];
  });
  const first = rows.find(({ left, isOwn }) => isOwn && !left.startsWith('-'));
  const own = rows.filter((row) => row !== first && row.isOwn);
  const shared = rows.filter(({ isOwn }) => !isOwn);
  const usage = ['slipway', name, word, ...(first === undefined || first.left === '' ? [] : [first.left]), '[options]'];
  const shown = [...own, ...shared].map(({ left, right }) => [left, right] as const);
  return `${first?.right ?? summary}\n\nUsage: ${usage.join(' ')}\n\n${columns(shown)}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}
