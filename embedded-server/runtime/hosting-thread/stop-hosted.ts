// How a server is ended: by its stop command, by a signal when half of its time is over, and killed when all of it is.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Launched } from '../runner/runner.ts';

/** Asks it to end, ends it after the grace, and settles when nothing of it is left. Asked again, it may be given less. */
export type Stop = (graceMs: number) => Promise<void>;

type Note = { note(text: string): void };
type Stopped = { launched: Launched; log: Note; stopCommand: string | undefined };

export function stopper({ launched, log, stopCommand }: Stopped, ended: Promise<void>): Stop {
  let killing: NodeJS.Timeout | undefined;
  let signalling: NodeJS.Timeout | undefined;
  let wasAsked = false;
  const signalAfter = (ms: number) => {
    clearTimeout(signalling);
    signalling = setTimeout(() => {
      signalling = undefined;
      log.note('Its stop command did not end it so far, so it is sent a signal.');
      launched.stop();
    }, ms);
  };
  return async (graceMs) => {
    clearTimeout(killing);
    // With less time than it was given first, the signal is to come before the end all the same.
    if (signalling !== undefined) signalAfter(graceMs / 2);
    if (graceMs > 0 && !wasAsked) {
      log.note(`Asked to end within ${graceMs / 1000} s.`);
      if (stopCommand !== undefined && isTyped(launched, log, stopCommand)) signalAfter(graceMs / 2);
      else launched.stop();
    }
    wasAsked = true;
    killing = setTimeout(() => {
      log.note(graceMs > 0 ? 'It did not end in time, and is killed.' : 'Killed.');
      void launched.kill();
    }, graceMs);
    // Also where its end could not be followed: what is due later would be said of nobody.
    await ended.finally(() => {
      clearTimeout(killing);
      clearTimeout(signalling);
    });
  };
}

function isTyped(launched: Launched, log: Note, command: string): boolean {
  try {
    launched.type(command);
    log.note(`> ${command}`);
    return true;
  } catch (thrown) {
    log.note(asAppError(thrown).message);
    return false;
  }
}
