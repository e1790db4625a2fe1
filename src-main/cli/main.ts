// The command line: finds the command, runs it, and ends with a sentence and an exit code, never with a stack trace.
import { asAppError } from '../../src-shared/errors/app-error.ts';
import { slipwayVersion } from '../../src-shared/version.ts';
import { type Command, helpText } from './help.ts';
import { serve } from './serve.ts';

const commands: readonly Command[] = [serve];

export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    await run(argv);
  } catch (thrown) {
    const error = asAppError(thrown);
    process.stderr.write(`${error.message}\n`);
    // Only a bug of ours has no sentence of its own; then its cause is what helps.
    if (error.code === 'ERROR' && error.cause instanceof Error) process.stderr.write(`${error.cause.stack}\n`);
    process.exitCode = error.code === 'USAGE' ? 2 : 1;
  }
}

async function run(argv: readonly string[]): Promise<void> {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') {
    process.stdout.write(`${slipwayVersion}\n`);
    return;
  }
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined && !rest.includes('--help') && !rest.includes('-h')) {
    await command.run(rest);
    return;
  }
  const known = first === undefined || first === '--help' || first === '-h' || first === 'help' || command !== undefined;
  (known ? process.stdout : process.stderr).write(helpText(commands, command));
  if (known) return;
  process.stderr.write(`\nThere is no command "${first}".\n`);
  process.exitCode = 2;
}
