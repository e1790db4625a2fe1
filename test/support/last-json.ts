// What a command with --json said last: events of its progress come before it, on a slow machine.
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at what they expect to be there
export function lastJson(stdout: string): any {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}
