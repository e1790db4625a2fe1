// A real `slipway serve` in a process of its own, ended in good order when the test ends, and a client that speaks to it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { runCommand, startCommand } from './command.ts';
import { caller } from './service.ts';
import { makeTempFolder } from './temp-folder.ts';

export type Serving = {
  readonly home: string;
  readonly dataFolder: string;
  readonly url: string;
  readonly token: string;
  readonly child: ChildProcess;
  readonly client: ServiceClient;
  /** A command about this service, with its token in the environment. */
  run(...args: string[]): ReturnType<typeof runCommand>;
  start(...args: string[]): ChildProcess;
  /** A game with its usual namespaces. */
  createGame(name?: string): Promise<GameFull>;
};

export async function startServing({
  dataFolder,
  port = 0,
  env = {},
}: {
  dataFolder?: string;
  port?: number;
  env?: Record<string, string>;
} = {}): Promise<Serving> {
  const home = await makeTempFolder('home');
  const folder = dataFolder ?? (await makeTempFolder('served'));
  const ports = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 8) * 1000;
  const args = [
    'serve',
    '--data',
    folder,
    '--port',
    String(port),
    '--server-ports',
    `${ports}-${ports + 999}`,
    '--json',
  ];
  const child = startCommand(args, { home, env });
  child.stderr?.resume();
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdout?.resume();
    child.kill('SIGTERM');
    await once(child, 'close');
  });
  const ready = await firstLine(child);
  const { url, token } = JSON.parse(ready) as { url: string; token: string };
  const call = caller({ url, token });
  const client = createServiceClient(({ method, path, body }) =>
    call(method, path, body === undefined ? {} : { body }),
  );
  const known = { SLIPWAY_URL: url, SLIPWAY_TOKEN: token };
  return {
    home,
    url,
    token,
    child,
    client,
    dataFolder: folder,
    run: (...more) => runCommand(more, { home, env: known }),
    start: (...more) => startCommand(more, { home, env: known }),
    createGame: async (name = 'Tidebreak') => {
      const { groups } = await client.listGames({ query: {} });
      const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: name };
      const { game_id } = await client.createGame({ body });
      return (await client.getGame({ params: { game_id } })).game;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('A child with a pipe has one');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('slipway serve ended before it said where it answers');
}
