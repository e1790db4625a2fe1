// Reads the arguments of a command. What is invalid becomes a sentence that names the command's own help.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError } from '../../src-shared/errors/app-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options that every command about an instance takes. */
export const targetOptions = {
  url: { type: 'string' },
  remote: { type: 'string' },
  data: { type: 'string' },
  'allow-http': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** What `targetOptions` do, for the help. */
export const targetHelp: readonly (readonly [string, string])[] = [
  ['--url URL', 'The instance (or SLIPWAY_URL), with its token in SLIPWAY_TOKEN; a kept remote brings its own token'],
  ['--remote NAME', 'A remote that is kept; without it and --url: the service that runs on this machine'],
  ['--data DIR', 'The data folder of the service on this machine'],
  ['--allow-http', 'Let the token be sent unencrypted where the address is not https'],
  ['--json', 'Answer as one line of JSON'],
];

export function readArguments<const O extends Options>(command: string, args: readonly string[], options: O) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    refuseEmpty(parsed.values, ['data']);
    return parsed;
  } catch (thrown) {
    throw usage(command, misfit(thrown));
  }
}

/**
 * In the words of Node for an option without a value. It comes of a variable that a script has not set, and an empty folder would be
 * the one that the command is called in.
 */
export function refuseEmpty(values: object, names: readonly string[] = Object.keys(values)): void {
  const given = new Map<string, unknown>(Object.entries(values));
  const name = names.find((each) => given.get(each) === '');
  if (name !== undefined) throw new Error(`Option '--${name} <value>' argument missing`);
}

/** What Node says of words that do not fit is written for programmers, in part. */
export function misfit(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : '';
  const [, option = ''] = /^(?:Unknown option|Option|Unexpected argument) '([^' ]*)/.exec(message) ?? [];
  if (message.startsWith('Unknown option')) return `There is no option ${option}.`;
  if (message.startsWith('Unexpected argument')) return `There is one word too many: "${option}".`;
  if (/does not take an argument/.test(message)) return `${option} takes no value.`;
  if (/argument missing|is ambiguous/.test(message)) return `${option} wants a value behind it.`;
  return message === '' ? 'That is not valid.' : message;
}

export function usage(command: string, sentence: string): AppError {
  return new AppError('USAGE', 'cli.usage', { sentence, command });
}

/** The words of a command that takes just so many, and those that it takes besides. */
export function exactly(
  command: string,
  words: readonly string[],
  names: readonly string[],
  more: readonly string[] = [],
): string[] {
  const most = names.length + more.length;
  const missing = names[words.length];
  if (missing !== undefined) throw usage(command, `Say ${missing}.`);
  if (words.length > most) throw usage(command, `There is one word too many: "${words[most]}".`);
  return [...words];
}

export function needed(command: string, option: string, value: string | undefined): string {
  if (value === undefined || value === '') throw usage(command, `Name it with ${option}.`);
  return value;
}

/** A whole number from 1 on. */
export function wholeNumber(command: string, option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usage(command, `${option} takes a whole number from 1 on, not "${text}".`);
}

export function numberWithin(option: string, text: string, { least, most }: { least: number; most: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new AppError('USAGE', 'cli.number-invalid', { option, least, most, text });
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** How long, in ms, of a number and its unit. `samples`: what to say that it takes. */
export function readDuration(
  command: string,
  option: string,
  text: string,
  { samples, least = 0 }: { samples: string; least?: number },
): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhdw])$/.exec(text) ?? [];
  const duration = Number(count) * (unitMs[unit] ?? 0);
  if (count === '' || duration < least) throw usage(command, `${option} takes ${samples}, not "${text}".`);
  return duration;
}

/** A range of ports that servers are given. */
export function parsePorts(text: string | undefined): { from: number; to: number } | undefined {
  if (text === undefined) return undefined;
  const [, from, to] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (from !== undefined && to !== undefined && from > 0 && from <= to && to <= 65_535) return { from, to };
  throw new AppError('USAGE', 'cli.server-ports-invalid', { text });
}
