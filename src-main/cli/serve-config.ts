// Reads the file of `slipway serve --config`: one option a line, as "name = value", with the names of the options. Whatever it has that
// serve does not know is refused with its line, as a misspelt name must not leave a service open or closed by accident.
import { readFile } from 'node:fs/promises';
import type { parseArgs } from 'node:util';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { systemReason } from '../../src-shared/errors/system-reason.ts';

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** The same as arguments; those of the command line go behind them and win. */
export async function readServeConfig(file: string, options: Options): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new AppError('USAGE', 'cli.config-unreadable', { file, why: systemReason(thrown) }, { cause: thrown });
  });
  return text.split(/\r?\n/).flatMap((line, nth) => argumentsOf(line.trim(), `${file}:${nth + 1}`, options));
}

function argumentsOf(line: string, place: string, options: Options): string[] {
  if (line === '' || line.startsWith('#')) return [];
  const at = line.indexOf('=');
  const name = line.slice(0, Math.max(at, 0)).trim();
  const value = line.slice(at + 1).trim();
  const option = Object.hasOwn(options, name) && name !== 'config' ? options[name] : undefined;
  if (option === undefined) throw new AppError('USAGE', 'cli.config-unknown', { place, line });
  return option.type === 'string' ? textOption(name, value, place) : switchOption(name, value, place);
}

function textOption(name: string, value: string, place: string): string[] {
  if (value === '') throw new AppError('USAGE', 'cli.config-empty', { place, name });
  return [`--${name}=${value}`];
}

function switchOption(name: string, value: string, place: string): string[] {
  if (value !== 'yes' && value !== 'no') throw new AppError('USAGE', 'cli.config-yes-or-no', { place, name, value });
  return value === 'yes' ? [`--${name}`] : [];
}
