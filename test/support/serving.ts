// A service for commands to speak to, in the process of the test or as a real `slipway serve`, and a client that speaks to it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { runCommand, startCommand } from './command.ts';
import { caller, ownPorts, startTestService } from './service.ts';
import { closeAtEnd } from './start-once.ts';
import { makeTempFolder } from './temp-folder.ts';

export type Serving = {
  readonly home: string;
  readonly dataFolder: string;
  readonly url: string;
  readonly token: string;
  readonly client: ServiceClient;
  /** A command about this service, with its token in the environment. */
  run(...args: string[]): ReturnType<typeof runCommand>;
  /** The same in a process of its own. */
  start(...args: string[]): ChildProcess;
  /** A game with its usual namespaces. */
  createGame(name?: string): Promise<GameFull>;
};

/** In the process of the test. */
export async function startServing(options: Parameters<typeof startTestService>[0] = {}): Promise<Serving> {
  const { server } = await startTestService(options);
  return servingAt(await makeTempFolder('home'), server);
}

/** A real `slipway serve`, which can be killed. It is ended in good order when the test ends, or the file where it is started for all of it. */
export async function startServeProcess({
  dataFolder,
  env = {},
  words = ['--servers', '0'],
}: {
  dataFolder?: string;
  env?: Record<string, string>;
  /** Further words of the command. Without others its namespaces keep no servers. */
  words?: string[];
} = {}): Promise<Serving & { readonly child: ChildProcess }> {
  const home = await makeTempFolder('home');
  const folder = dataFolder ?? (await makeTempFolder('served'));
  const { from, to } = ownPorts();
  const args = ['serve', '--data', folder, '--port', '0', '--server-ports', `${from}-${to}`, ...words, '--json'];
  const child = startCommand(args, { home, env });
  child.stderr?.resume();
  closeAtEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdout?.resume();
    child.kill('SIGTERM');
    await once(child, 'close');
  });
  const { url, token } = JSON.parse(await firstLine(child)) as { url: string; token: string };
  return { ...servingAt(home, { url, token, dataFolder: folder }), child };
}

function servingAt(
  home: string,
  { url, token, dataFolder }: { url: string; token: string; dataFolder: string },
): Serving {
  const call = caller({ url, token });
  const client = createServiceClient(({ method, path, body }) =>
    call(method, path, body === undefined ? {} : { body }),
  );
  const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: token };
  return {
    home,
    url,
    token,
    client,
    dataFolder,
    run: (...args) => runCommand(args, { home, env }),
    start: (...args) => startCommand(args, { home, env }),
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
