// Runs one command of an engine to its end: bytes may be streamed into it, and what it says on failure is kept.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export type EngineCommand = { program: string; arguments: readonly string[] };
export type RunOptions = {
  signal?: AbortSignal | undefined;
  /** What the command reads. */
  input?: ((write: (bytes: Buffer) => Promise<void>) => Promise<void>) | undefined;
  /** Variables that it gets beside our own. */
  environment?: Readonly<Record<string, string>> | undefined;
  longestMs?: number | undefined;
};

/** A command of an engine that did not end well. */
export class EngineFailure extends Error {
  /** The last lines that it wrote. */
  readonly lines: readonly string[];

  constructor({ program, arguments: texts }: EngineCommand, how: string, lines: readonly string[]) {
    super(`${program} ${texts[0] ?? ''} ${how}${lines.length === 0 ? '' : `: ${lines.join(' ')}`}`);
    this.name = 'EngineFailure';
    this.lines = lines;
  }
}

/** What engines answer is small, but for a flood of warnings. */
const KEPT_BYTES = 1_048_576;
const KEPT_LINES = 5;
/** An engine that waits for a lock that nobody gives back is not waited for. */
const LONGEST_MS = 60_000;

/** Answers what it printed. An aborted or late one is ended. */
export async function runEngine(command: EngineCommand, options: RunOptions = {}): Promise<string> {
  const { signal, input, environment, longestMs = LONGEST_MS } = options;
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(longestMs);
  const child = spawn(command.program, [...command.arguments], {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    env: { ...process.env, ...environment },
    signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    killSignal: 'SIGTERM',
  });
  const [out, err] = [gather(child.stdout), gather(child.stderr)];
  const closed = once(child, 'close');
  // Who reads no more says why by its end.
  child.stdin.on('error', () => undefined);
  const fed = feed(child.stdin, input).then(
    () => undefined,
    (thrown: unknown) => {
      child.kill('SIGTERM');
      return { thrown };
    },
  );
  const [ending, unfed] = await Promise.all([closed.catch((thrown: unknown) => ({ thrown })), fed]);
  signal?.throwIfAborted();
  if (unfed !== undefined) throw unfed.thrown;
  if (!Array.isArray(ending))
    throw new EngineFailure(command, whyNot(ending.thrown, late, longestMs), lastLines(err()));
  if (ending[0] !== 0) {
    throw new EngineFailure(command, `ended with ${ending[1] ?? `code ${ending[0]}`}`, lastLines(err()));
  }
  return out();
}

export function lastLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').slice(-KEPT_LINES);
}

function whyNot(thrown: unknown, late: AbortSignal, longestMs: number): string {
  if (late.aborted) return `did not answer within ${longestMs / 1000} s`;
  return `could not be run (${thrown instanceof Error ? thrown.message : String(thrown)})`;
}

function gather(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-KEPT_BYTES);
  });
  return () => text;
}

async function feed(stdin: Writable, input: RunOptions['input']): Promise<void> {
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      // Settles when the bytes are gone, so that their memory can be used again.
      stdin.write(bytes, (error) => (error ? reject(new StoppedReading()) : resolve()));
    });
  try {
    await input?.(write);
  } catch (thrown) {
    if (!(thrown instanceof StoppedReading)) throw thrown;
  }
  stdin.end();
}

class StoppedReading extends Error {}
