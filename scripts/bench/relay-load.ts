// Builds the load for the relay measures with the system's C compiler, and runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export type Target = { port: number; stop(): Promise<void> };

export type RelayLoad = {
  /** Something to relay to: takes or sends back what comes. */
  serve(mode: 'tcp-sink' | 'tcp-echo' | 'udp-echo'): Promise<Target>;
  /** What the load has found, as it says it. */
  run<Found>(mode: 'tcp-source' | 'tcp-ping' | 'udp-flood' | 'udp-ping', ...words: number[]): Promise<Found>;
};

export const howToInstallCc = 'install a C compiler with "apt-get install gcc libc6-dev"';

export async function buildLoad(folder: string): Promise<RelayLoad> {
  const program = path.join(folder, 'relay-load');
  await outputOf('cc', ['-O2', '-o', program, path.join(import.meta.dirname, 'relay-load.c')]);
  return {
    serve: (mode) => serve(program, mode),
    run: async (mode, ...words) => JSON.parse(await outputOf(program, [mode, ...words.map(String)])),
  };
}

async function outputOf(file: string, words: readonly string[]): Promise<string> {
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const [output, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code]: unknown[] = await ended;
  if (code !== 0)
    throw new Error(`"${path.basename(file)} ${words.join(' ')}" ended with ${String(code)}: ${complained}`);
  return output;
}

async function serve(program: string, mode: string): Promise<Target> {
  const child = spawn(program, [mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const [port]: unknown[] = await once(lines, 'line');
  lines.close();
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { port: Number(port), stop };
}
