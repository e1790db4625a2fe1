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

export function helpText(commands: readonly Command[], only?: Command): string {
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

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}
