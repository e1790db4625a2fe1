// A program with its arguments as a person would type it. Only to be read: nothing is ever run from it.

export function commandLine({ program, arguments: texts }: { program: string; arguments: readonly string[] }): string {
  return [program, ...texts].map(quoted).join(' ');
}

function quoted(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : JSON.stringify(text);
}
