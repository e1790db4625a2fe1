// Runs a command so that it ends with a sentence and an exit code, never with a stack trace.
import { asAppError } from '../../src-shared/errors/app-error.ts';
import { systemReason } from '../../src-shared/errors/system-reason.ts';
import type { CommandIo } from './command-io.ts';
import { exitCodeOf } from './exit-code.ts';
import { answerProblem, plain } from './output.ts';

export async function runSafely(argv: readonly string[], io: CommandIo, run: () => Promise<void>): Promise<void> {
  surviveLostOutput(io);
  try {
    await run();
  } catch (thrown) {
    const error = asAppError(thrown);
    io.stderr.write(`${error.message.split('\n').map(plain).join('\n')}\n`);
    // The line of `serve` says that it is ready, and whoever waits for it sees it end.
    if (argv.includes('--json') && argv[0] !== 'serve') answerProblem(io, error);
    // Only a bug of ours has no sentence of its own; then its cause is what helps.
    if (error.code === 'ERROR' && error.cause instanceof Error) io.stderr.write(`${error.cause.stack}\n`);
    io.exitCode = exitCodeOf(error);
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
