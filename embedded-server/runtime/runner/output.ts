// Reads what a process writes, no faster than it is taken: an unread pipe slows its writer.
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LaunchPlan } from './runner.ts';

export type Output = {
  /** Settles when all that is written by now is taken, though others of the tree may still hold the pipes. */
  drained(): Promise<void>;
  /** Settles when the pipes are closed and all is taken. */
  ended: Promise<void>;
  close(): void;
};

type Pipe = { isEnded: boolean; chunks: number; taking: Promise<void> | undefined };

/** How long a pipe has to be still, once the first process has ended, to hold nothing of it any more. */
const STILL_MS = 50;
/** A child that floods on is not waited for. */
const LONGEST_MS = 2_000;

export function readOutput(
  streams: { out: Readable; err: Readable },
  onOutput: LaunchPlan['onOutput'],
  onProblem: (thrown: unknown) => void,
): Output {
  const pipes: Pipe[] = [];
  const follow = async (stream: Readable, name: 'std_out' | 'std_err') => {
    const pipe: Pipe = { isEnded: false, chunks: 0, taking: undefined };
    pipes.push(pipe);
    stream.on('data', (chunk: Buffer) => {
      pipe.chunks += 1;
      const taken = onOutput(name, chunk);
      if (taken === undefined) return;
      stream.pause();
      // What takes the output may fail, and the server runs on all the same.
      pipe.taking = goOn(pipe, stream, taken.catch(onProblem));
    });
    await new Promise<void>((resolve) => {
      stream.once('close', resolve).once('error', (thrown) => {
        onProblem(thrown);
        stream.destroy();
      });
    });
    await pipe.taking;
    pipe.isEnded = true;
  };
  const both = [follow(streams.out, 'std_out'), follow(streams.err, 'std_err')];
  const ended = (async () => void (await Promise.all(both)))();
  return {
    ended,
    drained: () => Promise.race([ended, untilStill(pipes)]),
    close: () => {
      streams.out.destroy();
      streams.err.destroy();
    },
  };
}

async function goOn(pipe: Pipe, stream: Readable, taken: Promise<void>): Promise<void> {
  await taken;
  pipe.taking = undefined;
  stream.resume();
}

async function untilStill(pipes: readonly Pipe[]): Promise<void> {
  const count = () => pipes.reduce((sum, { chunks }) => sum + chunks, 0);
  const giveUpAt = performance.now() + LONGEST_MS;
  for (let before = -1; before !== count() && performance.now() < giveUpAt; ) {
    before = count();
    await sleep(STILL_MS);
    for (const { taking } of pipes) await taking;
  }
}
