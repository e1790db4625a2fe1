// The command line: finds the command, runs it, and ends with a sentence and an exit code, never with a stack trace.
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { systemReason } from '../../src-shared/errors/system-reason.ts';
import { backup } from './backup.ts';
import type { CommandIo } from './command-io.ts';
import { createCompletion } from './completion.ts';
import { data } from './data.ts';
import { doctor } from './doctor.ts';
import { exitCodeOf } from './exit-code.ts';
import { games, history, versions } from './games.ts';
import { type Command, helpText } from './help.ts';
import { host } from './host.ts';
import { nodes } from './nodes.ts';
import { answerProblem } from './output.ts';
import { pack } from './pack.ts';
import { promote } from './promote.ts';
import { push } from './push.ts';
import { login, remote } from './remote.ts';
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
  surviveLostOutput(io);
  try {
    await run(argv, io);
  } catch (thrown) {
    const error = asAppError(thrown);
    io.stderr.write(`${error.message}\n`);
    // The line of `serve` says that it is ready, and whoever waits for it sees it end.
    if (argv.includes('--json') && argv[0] !== serve.name) answerProblem(io, error);
    // Only a bug of ours has no sentence of its own; then its cause is what helps.
    if (error.code === 'ERROR' && error.cause instanceof Error) io.stderr.write(`${error.cause.stack}\n`);
    io.exitCode = exitCodeOf(error);
  }
}

async function run([first, ...rest]: readonly string[], io: CommandIo): Promise<void> {
  const command = commands.find(({ name }) => name === first);
  const wantsHelp = [first, ...rest].some((word) => word === '--help' || word === '-h');
  if (answersVersion([first ?? '', ...rest], io)) return;
  if (first === undefined || first === 'help' || wantsHelp) {
    io.stdout.write(helpText(listed, command, rest[0]));
  } else if (command === undefined) {
    throw new AppError('USAGE', 'cli.no-command', { name: first });
  } else {
    await command.run(rest, io);
  }
}

/** A reader that closed its pipe wants no more, which is no failure. Any other lost answer is reported, and the exit code is not 0. */
function surviveLostOutput(io: CommandIo): void {
  io.stderr.on('error', () => undefined); // there is nobody left to tell
  let isReported = false;
  io.stdout.on('error', (thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EPIPE' || isReported) return;
    isReported = true;
    io.exitCode ||= 1;
    io.stderr.write(`The answer of this command could not be written: ${systemReason(thrown).text}.\n`);
  });
}
