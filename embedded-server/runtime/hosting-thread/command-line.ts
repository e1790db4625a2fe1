// What is started, with its arguments as a person would type it, secrets hidden. Only to be read: nothing is ever run from it.
import { maskArguments } from '../../../src-shared/servers/secret-values.ts';

type Started = { arguments: readonly string[] } & ({ program: string } | { image: { name: string } });

export function commandLine(started: Started): string {
  const first = 'image' in started ? started.image.name : started.program;
  return [first, ...maskArguments(started.arguments)].map(quoted).join(' ');
}

/** The program in such a line. */
export function programIn(line: string): string {
  const [first = ''] = /^"(?:[^"\\]|\\.)*"|^\S+/.exec(line) ?? [];
  return first.startsWith('"') ? String(JSON.parse(first)) : first;
}

function quoted(text: string): string {
  return /^[\w@%+=:,./\\*-]+$/.test(text) ? text : JSON.stringify(text);
}
