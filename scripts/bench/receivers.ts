// The receivers that uploads are measured with: the service with builds to fill, and the bare node:http one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';
import type { PresignedRequest } from '../../src-shared/service/uploads.ts';
import { nodeFlags } from '../node-flags.ts';
import { keepCompiled } from '../setup/compile-cache.mjs';
import type { Receiver } from './nginx.ts';
import type { ReceiveServerReady } from './receive-server.ts';

export type PreparedBuild = { parts: PresignedRequest[]; remove(): Promise<void> };
export type ServiceReceiver = Receiver & { prepare(bytes: number, multipart: boolean): Promise<PreparedBuild> };

export async function startBareReceiver(folder: string): Promise<Receiver> {
  const { ready, ...receiver } = await start('bare', folder);
  return { ...receiver, url: ready.url };
}

export async function startServiceReceiver(folder: string): Promise<ServiceReceiver> {
  const { ready, ...receiver } = await start('service', folder);
  const client = clientOf(ready);
  const [group] = (await client.listGroups({})).groups;
  const request = { developer_group_id: group?.group_id ?? '', display_name: 'Measured' };
  const { game_id } = await client.createGame({ body: request });
  const { game } = await client.getGame({ params: { game_id } });
  const place = { game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
  let count = 0;
  const prepare = async (bytes: number, multipart: boolean): Promise<PreparedBuild> => {
    count += 1;
    const answer = await client.prepareBuild({
      params: place,
      body: {
        name: `measured ${count}`,
        image_tag: `measured:${count}`,
        image_file: { path: 'server.tar', content_length: bytes },
        kind: 'archive',
        multipart_upload: multipart,
      },
    });
    const single = answer.image_presigned_request;
    const parts = answer.image_presigned_requests ?? (single === undefined ? [] : [single]);
    return {
      parts,
      remove: async () => void (await client.deleteBuild({ params: { ...place, build_id: answer.build } })),
    };
  };
  return { ...receiver, url: ready.url, prepare };
}

async function start(mode: 'service' | 'bare', folder: string) {
  await mkdir(folder, { recursive: true });
  // As "npm run slipway" starts it, see package.json and slipway.mjs.
  keepCompiled();
  const execArgv = mode === 'service' ? nodeFlags : [];
  const child = fork(path.join(import.meta.dirname, 'receive-server.ts'), [mode, folder], { execArgv });
  const [ready]: ReceiveServerReady[] = await once(child, 'message');
  if (ready === undefined) throw new Error('The receiver says nothing');
  const stop = async () => {
    const ended = once(child, 'exit');
    child.send('stop');
    await ended;
  };
  return { pid: child.pid ?? 0, ready, stop };
}

function clientOf({ url, token }: ReceiveServerReady): ServiceClient {
  return createServiceClient(async ({ method, path: target, body }) => {
    const response = await fetch(url + target, {
      method,
      headers: {
        connection: 'close',
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  });
}
