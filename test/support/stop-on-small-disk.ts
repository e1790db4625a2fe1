// Runs inside a mount namespace, on a small disk: a person stops a kept server while the disk is full, the service is killed
// right after, and started again. Prints what it then says as one line of JSON; the test outside judges it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createServiceClient } from '../../src-shared/service/client.ts';
import { slipwayProgram } from './bundled.ts';
import { fillDisk } from './fill-disk.ts';
import { helloServer, nodeBuild } from './hosting.ts';
import { caller } from './service.ts';
import { tarOf } from './tar.ts';
import { until } from './until.ts';

const [disk = ''] = process.argv.slice(2);
const filler = path.join(disk, 'filler');

async function serve() {
  const args = [slipwayProgram, 'serve', '--data', path.join(disk, 'data'), '--port', '0', '--json'];
  const home = path.join(disk, 'home');
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home };
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  const [line] = await once(child.stdout ?? child, 'data');
  const { url, token } = JSON.parse(String(line)) as { url: string; token: string };
  const call = caller({ url, token });
  const client = createServiceClient(({ method, path: to, body }) =>
    call(method, to, body === undefined ? {} : { body }),
  );
  return { child, call, client };
}

const first = await serve();
const { groups } = await first.client.listGames({});
const request = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Full' };
const { game_id } = await first.client.createGame({ body: request });
const { game } = await first.client.getGame({ params: { game_id } });
const id = game.namespaces[0]?.namespace_id ?? '';
const place = { game_id, environment_id: id, namespace_id: id };
const bytes = tarOf(nodeBuild(helloServer));
const { build, image_presigned_request: target } = await first.client.prepareBuild({
  params: place,
  body: { name: '1', image_tag: '1', image_file: { path: 's.tar', content_length: bytes.length }, kind: 'archive' },
});
await fetch(target?.url ?? '', { method: 'PUT', body: bytes, headers: { connection: 'close' } });
const { build: whole } = await first.client.getBuild({ params: { ...place, build_id: build } });
const policy = { server_count: 1, on_version_switch: 'stop', drain_limit: 0, restart: 'back_off' } as const;
await first.client.setHosting({ params: place, body: policy });
await first.client.updateNamespaceVersion({ params: place, body: { version_id: whole.version_id ?? '' } });
const list = async ({ client }: typeof first) =>
  (await client.listServers({ params: place, query: { include_destroyed: true } })).servers;
await until(async () => (await list(first))[0]?.state === 'running', 'the server');

await fillDisk(filler);
const refused = new Set<number>();
for (let n = 0; !refused.has(507); n += 1) {
  const { status } = await first.call('POST', `/cloud/games/${game_id}/versions`, {
    body: { display_name: `full ${n}`, config: {} },
  });
  refused.add(status);
  await fillDisk(filler);
}
const [running] = await list(first);
const at = `/games/${game_id}/environments/${id}/servers/${running?.id}`;
const stopped = await first.call('DELETE', `${at}?override_kill_timeout=5000`);
const ended = once(first.child, 'exit');
first.child.kill('SIGKILL');
await ended;
await rm(filler);

const second = await serve();
const found = (await list(second)).map(({ state, exit, kept, problem }) => ({ state, by: exit?.by, kept, problem }));
second.child.kill('SIGTERM');
await once(second.child, 'exit');
process.stdout.write(JSON.stringify({ refused: [...refused], stopped: stopped.status, found }));
