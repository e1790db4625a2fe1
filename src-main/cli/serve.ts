// `slipway serve`: the service alone and headless. Says where it answers on stdout, logs to stderr, stops on a signal.
import { parseArgs } from 'node:util';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { defaultDataFolder } from '../core/folders.ts';
import { stopSignal } from '../core/stop-signal.ts';
import type { Command } from './help.ts';

const DEFAULT_PORT = 7420;

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service alone, without a window',
  usage: 'serve [--data DIR] [--port N] [--json]',
  options: [
    ['--data DIR', `Where the service keeps its data (${defaultDataFolder()})`],
    ['--port N', `The first port to try, 0 for any free one (${DEFAULT_PORT})`],
    ['--json', 'Say where it answers as one line of JSON'],
  ],
  run: runServe,
};

async function runServe(args: readonly string[]): Promise<void> {
  const { data, port, json } = parseServe(args);
  const stop = stopSignal();
  const { startHeadless } = await import('../core/instances/headless.ts');
  const server = await startHeadless({
    dataFolder: data,
    port,
    onLog: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
  });
  const ready = { url: server.url, local_url: server.url, token: server.token, data: server.dataFolder };
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : readyText(ready));
  await stop;
  await server.close();
}

function parseServe(args: readonly string[]): { data: string; port: number; json: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { data: { type: 'string' }, port: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    return { data: values.data ?? defaultDataFolder(), port: parsePort(values.port), json: values.json };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError(
      'USAGE',
      `${thrown instanceof Error ? thrown.message : 'That does not fit.'} See slipway serve --help.`,
    );
  }
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new AppError('USAGE', `--port takes a number from 0 to 65535, not "${text}".`);
}

function readyText(ready: { url: string; token: string; data: string }): string {
  return `Service  ${ready.url}\nToken    ${ready.token}\nData     ${ready.data}\nStop it with Ctrl+C.\n`;
}
