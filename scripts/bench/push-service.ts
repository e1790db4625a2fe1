// What the measures of `slipway push` share: a service with a game in a process of its own, and pushes to it in others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { openNetwork } from '../../src-main/core/http/network.ts';
import { createHttpTransport } from '../../src-main/core/http/transport.ts';
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';
import { projectRoot } from '../setup/project.mjs';

const ready = z.object({ url: z.string(), token: z.string() });
/** As `npm run slipway` starts it. */
const NODE_FLAGS = ['--max-semi-space-size=2'];
const entry = path.join(projectRoot, 'scripts/slipway.mjs');

export type PushService = {
  readonly url: string;
  readonly client: ServiceClient;
  readonly game_id: string;
  readonly environment_id: string;
  /** Starts a push of a file to the service, or to a front of it. */
  push(file: string, options: { url?: string; name: string; more?: readonly string[] }): ChildProcess;
  close(): Promise<void>;
};

/** `folder` holds its data, and what pushes keep. */
export async function startPushService(folder: string): Promise<PushService> {
  const args = [...NODE_FLAGS, entry, 'serve', '--data', path.join(folder, 'data'), '--port', '0', '--json'];
  const home = { SLIPWAY_HOME: path.join(folder, 'home') };
  const env = { ...process.env, ...home };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  const lines = createInterface({ input: child.stdout });
  const [line]: unknown[] = await once(lines, 'line');
  const { url, token } = ready.parse(JSON.parse(String(line)));
  const network = await openNetwork({}, {});
  const client = createServiceClient(createHttpTransport({ url, token, network }));
  const { groups } = await client.listGames({ query: {} });
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Bench' };
  const { game_id } = await client.createGame({ body });
  const { game } = await client.getGame({ params: { game_id } });
  return {
    url,
    client,
    game_id,
    environment_id: game.namespaces[0]?.namespace_id ?? '',
    push: (file, { url: to = url, name, more = [] }) => {
      const words = ['push', file, '--game', game_id, '--name', name, '--json', ...more];
      return spawn(process.execPath, [...NODE_FLAGS, entry, ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...env, SLIPWAY_URL: to, SLIPWAY_TOKEN: token },
      });
    },
    close: async () => {
      network.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
