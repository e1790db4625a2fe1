// The command line: finds the command and runs it.

import { AppError } from '../../src-shared/errors/app-error.ts';
import { nearestWord } from '../../src-shared/text/nearest-word.ts';
import { backup } from './backup.ts';
import type { CommandIo } from './command-io.ts';
import { createCompletion } from './completion.ts';
import { data } from './data.ts';
import { doctor } from './doctor.ts';
import { games, history, versions } from './games.ts';
import { type Command, helpText } from './help.ts';
import { host } from './host.ts';
import { nodes } from './nodes.ts';
import { pack } from './pack.ts';
import { promote } from './promote.ts';
import { push } from './push.ts';
import { login, remote } from './remote.ts';
import { runSafely } from './run-safely.ts';
import { serve } from './serve.ts';
import { servers } from './servers.ts';
import { rollback, switchVersion } from './switch.ts';
import { tokens } from './tokens.ts';
import { answersVersion } from './version.ts';

const described: readonly Command[] = [
  serve,
  push,
  promote,
  switchVersion,
  rollback,
  games,
  versions,
  history,
  servers,
  nodes,
  pack,
  doctor,
  remote,
  login,
  tokens,
  data,
  backup,
];
const listed: readonly Command[] = [...described, createCompletion(described)];
/** A fleet starts hosts, and no person does. */
const commands: readonly Command[] = [...listed, host];

export async function runCli(argv: readonly string[], io: CommandIo): Promise<void> {
  await runSafely(argv, io, () => run(argv, io));
}

async function run([first, ...rest]: readonly string[], io: CommandIo): Promise<void> {
  const command = commands.find(({ name }) => name === first);
  const wantsHelp = [first, ...rest].some((word) => word === '--help' || word === '-h');
  if (answersVersion([first ?? '', ...rest], io)) return;
  if (first === undefined || first === 'help' || wantsHelp) {
    io.stdout.write(helpText(listed, command, rest[0]));
  } else if (command === undefined) {
    const meant = nearestWord(
      first,
      listed.map(({ name }) => name),
    );
    if (meant !== undefined) throw new AppError('USAGE', 'cli.no-command-but', { name: first, meant });
    throw new AppError('USAGE', 'cli.no-command', { name: first });
  } else {
    await command.run(rest, io);
  }
}
