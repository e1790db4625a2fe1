// The `--kind` of commands that send a build: what the instance is told that the file is.
import { type BuildKind, buildKind } from '../../src-shared/service/builds.ts';
import { usage } from './arguments.ts';

const kinds = buildKind.options.join(', ');

export const kindHelp: readonly [string, string] = ['--kind KIND', `What the file is: ${kinds} (by its content)`];

export function kindOf(command: string, text: string | undefined): BuildKind | undefined {
  if (text === undefined) return undefined;
  const kind = buildKind.safeParse(text);
  if (kind.success) return kind.data;
  throw usage(command, `--kind takes ${kinds}, not "${text}".`);
}
