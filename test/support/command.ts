// Runs the command line with its own folder for what it keeps: in the process of the test, with streams and an environment of
// its own, or as people and scripts do, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CommandIo } from '../../src-main/cli/command-io.ts';
import { runCli } from '../../src-main/cli/main.ts';
import { quietNode, slipwayProgram } from './bundled.ts';
import { closeAtEnd } from './start-once.ts';

export type Ended = { code: number | null; stdout: string; stderr: string };
type Options = {
  home: string;
  env?: Record<string, string>;
  stdin?: string;
  /** Whether the command takes what it reads for a terminal, in the process of the test. */
  isTerminal?: boolean;
};

export function startCommand(args: readonly string[], options: Options): ChildProcess {
  return startProgram(process.execPath, [...quietNode, slipwayProgram, ...args], options);
}

/** Only where the program `script` makes terminals as Linux's does. */
export const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script');

/** On a real terminal, so many columns wide. What it shows comes as stdout. */
export function runOnTerminal(args: readonly string[], columns: number, options: Options): Promise<Ended> {
  const words = [process.execPath, slipwayProgram, ...args].map((word) => `'${word}'`).join(' ');
  return whenEnded(startProgram('script', ['-qec', `stty cols ${columns}; exec ${words}`, '/dev/null'], options));
}

function startProgram(program: string, args: readonly string[], options: Options): ChildProcess {
  const { stdin } = options;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: environmentFor(options) });
  child.stdin?.end(stdin ?? '');
  closeAtEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

export async function whenEnded(child: ChildProcess): Promise<Ended> {
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

/** In the process of the test: the same commands without the second that a process takes to load them. */
export async function runCommand(args: readonly string[], options: Options): Promise<Ended> {
  const { io, ended } = createIo(options);
  await runCli(args, io);
  return await ended();
}

/** What a command is given in place of `process`. Its signals are events of it. */
function createIo(options: Options) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const output = [read(stdout), read(stderr)] as const;
  const signals = new EventEmitter();
  const io: CommandIo = {
    env: environmentFor(options),
    stdin: Object.assign(Readable.from([options.stdin ?? '']), { isTTY: options.isTerminal === true }),
    stdout,
    stderr,
    on: (event, listener) => signals.on(event, listener),
    exit: (code) => {
      throw new Error(`The command left at once, with ${code}`);
    },
  };
  const ended = async (): Promise<Ended> => {
    signals.emit('exit');
    stdout.end();
    stderr.end();
    const [out, err] = await Promise.all(output);
    return { code: Number(io.exitCode ?? 0), stdout: out, stderr: err };
  };
  return { io, ended };
}

function environmentFor({ home, env = {} }: Options): NodeJS.ProcessEnv {
  const { SLIPWAY_URL: _url, SLIPWAY_TOKEN: _token, ...rest } = process.env;
  return { ...rest, SLIPWAY_HOME: home, ...env };
}

export function runProcess(args: readonly string[], options: Options): Promise<Ended> {
  return whenEnded(startCommand(args, options));
}

async function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? '' : await text(stream);
}
