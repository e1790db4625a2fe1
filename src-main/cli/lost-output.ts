// What a command says can be lost: its reader has seen enough, or the disk that it is written to is full. Neither ends its work.
import { systemReason } from '../../src-shared/errors/system-reason.ts';
import type { CommandIo } from './command-io.ts';

/** A reader that has gone wants no more, which is no failure. An answer that is lost otherwise is told, and does not end with 0. */
export function surviveLostOutput(io: CommandIo): void {
  io.stderr.on('error', () => undefined); // there is nobody left to tell
  let isTold = false;
  io.stdout.on('error', (thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EPIPE' || isTold) return;
    isTold = true;
    io.exitCode ||= 1;
    io.stderr.write(`The answer of this command could not be written: ${systemReason(thrown)}.\n`);
  });
}
