// The help of a command, and of each of its works.
import { expect, it } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

async function help(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(args, { home: await makeTempFolder() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

it('a work has a page of its own, with its options and those that all works have', async () => {
  const page = await help('servers', 'create', '--help');
  expect(page).toMatch(/^Start a server .*\n\nUsage: slipway servers create \[options\]\n\n {2}--version VERSION /);
  expect(page).toMatch(/^ {2}--memory N /m);
  expect(page).toMatch(/^ {2}--namespace NAMESPACE /m);
  expect(page, 'nothing of other works').not.toMatch(/--grace|--preset|snapshot/);
});

it.each([
  [['servers', 'players', '-h'], 'Usage: slipway servers players SERVER [options]'],
  [['servers', 'stop', '--help'], '  --confirm NAMESPACE'],
  [['servers', 'files', '--help'], '  restore SNAPSHOT'],
  [['data', 'import', '--help'], 'Usage: slipway data import DIR [options]'],
  [['remote', 'add', '--help'], 'Usage: slipway remote add URL [options]'],
  [['remote', 'rename', '--help'], 'Usage: slipway remote rename NAME NEW [options]'],
  [['tokens', 'revoke', '--help'], 'Usage: slipway tokens revoke TOKEN [options]'],
])('%j', async (args, line) => {
  expect(await help(...args)).toContain(line);
});

it.each(['servers', 'nodes'])('%s says how servers are stopped in the words of docs/wording.md', async (command) => {
  const page = await help(command, '--help');
  expect(page).toContain('shutdown timeout');
  expect(page.replaceAll('--grace', '')).not.toMatch(/\bgrace\b/);
});

it('a command that has no such work shows all of its works', async () => {
  expect(await help('servers', 'dance', '--help')).toBe(await help('servers', '--help'));
});
