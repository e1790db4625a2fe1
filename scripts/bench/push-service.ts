// What the measures of `slipway push` share: a service with a game in a process of its own, and pushes to it in others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { openNetwork } from '../../src-main/core/http/network.ts';
import { createHttpTransport } from '../../src-main/core/http/transport.ts';
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';
import { nodeFlags } from '../node-flags.ts';
import { projectRoot } from '../setup/project.mjs';

const ready = z.object({ url: z.string(), token: z.string() });
/** As `npm run slipway` starts it. */
const entry = path.join(projectRoot, 'scripts/slipway.mjs');

export type PushService = {
  readonly url: string;
  readonly client: ServiceClient;
  readonly game_id: string;
  readonly environment_id: string;
  readonly token: string;
  /** Starts a push of a file or folder to the service, or to a front of it. */
  push(file: string, options: PushOptions): ChildProcess;
  /** Ends it by kill -9 and starts it again, where it was. */
  restart(): Promise<void>;
  close(): Promise<void>;
};
type PushOptions = { url?: string; name: string; more?: readonly string[]; home?: string };
type ServeOptions = { port?: number; publicUrl?: string };

/** `folder` holds its data, and what pushes keep. */
export async function startPushService(
  folder: string,
  { port = 0, publicUrl }: ServeOptions = {},
): Promise<PushService> {
  const serving = ['serve', '--data', path.join(folder, 'data'), '--port', String(port), '--json'];
  const args = [...nodeFlags, entry, ...serving, ...(publicUrl === undefined ? [] : ['--public-url', publicUrl])];
  const env = { ...process.env, SLIPWAY_HOME: path.join(folder, 'home') };
  const serve = async () => {
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
    const [line]: unknown[] = await once(createInterface({ input: started.stdout }), 'line');
    return { started, told: ready.parse(JSON.parse(String(line))) };
  };
  const first = await serve();
  let child: ChildProcess = first.started;
  const { token } = first.told;
  const url = port === 0 ? first.told.url : `http://127.0.0.1:${port}`;
  const network = await openNetwork({}, {});
  const client = createServiceClient(createHttpTransport({ url, token, network }));
  const { groups } = await client.listGames({ query: {} });
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Bench' };
  const { game_id } = await client.createGame({ body });
  const { game } = await client.getGame({ params: { game_id } });
  return {
    url,
    token,
    client,
    game_id,
    environment_id: game.namespaces[0]?.namespace_id ?? '',
    push: (file, { url: to = url, name, more = [], home = path.join(folder, 'home') }) => {
      const words = ['push', file, '--game', game_id, '--name', name, '--json', ...more];
      return spawn(process.execPath, [...nodeFlags, entry, ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...env, SLIPWAY_HOME: home, SLIPWAY_URL: to, SLIPWAY_TOKEN: token },
      });
    },
    restart: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = (await serve()).started;
    },
    close: async () => {
      network.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
