// Uploads that go on for as long as a measure of the window takes: to a real second service, on lines of which each takes two.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { openNetwork } from '../../../src-main/core/http/network.ts';
import { createHttpTransport } from '../../../src-main/core/http/transport.ts';
import { createServiceClient } from '../../../src-shared/service/client.ts';
import { openFaultProxy } from '../../../test/support/open-fault-proxy.ts';
import { projectRoot } from '../../setup/project.mjs';
import { makeGame, type Place, type WindowBench } from './app.ts';

const MIB = 1_048_576;
const EACH_BYTES = 64 * MIB;
/** So many go to one instance at once. */
const PER_LINE = 2;
const PIECE_BYTES = 16 * MIB;
const BYTES_PER_SECOND = 6 * MIB;

const ready = z.object({ url: z.string(), token: z.string() });
const begun = z.object({ id: z.string() });
const done = z.object({ source_id: z.string() });
const added = z.object({ instance_id: z.string() });

/** Starts so many; they end with the bench. */
export async function startTransfers(bench: WindowBench, count: number): Promise<void> {
  const remote = await startRemote(bench);
  await bench.ask('transfers.limit', { bytes_per_second: BYTES_PER_SECOND });
  for (let at = 0; at < count / PER_LINE; at += 1) {
    const { url, close } = await openFaultProxy(remote.url);
    bench.onClose(close);
    const answer = await bench.ask('instances.add', { url, token: remote.token, name: `Staging ${at + 1}` });
    const { instance_id } = added.parse(answer);
    for (let nth = 0; nth < PER_LINE; nth += 1) {
      const name = `v0.${at}.${nth}`;
      const source_id = await bring(bench, `${name}.tar`);
      const { game_id, environment_id: namespace_id } = remote.place;
      await bench.ask('transfers.start', { source_id, instance_id, game_id, namespace_id, name });
    }
  }
}

async function startRemote({ folder, onClose }: WindowBench): Promise<{ url: string; token: string; place: Place }> {
  const args = ['serve', '--data', path.join(folder, 'remote'), '--port', '0', '--json'];
  const child = spawn(process.execPath, [path.join(projectRoot, 'scripts/slipway.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SLIPWAY_HOME: path.join(folder, 'remote-home') },
  });
  onClose(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, token } = ready.parse(JSON.parse(String(line)));
  const network = await openNetwork({}, {});
  const place = await makeGame(createServiceClient(createHttpTransport({ url, token, network })));
  network.close();
  return { url, token, place };
}

/** Brings a file of random bytes to the core, as a browser does that has no path for it; answers its handle. */
async function bring({ page }: WindowBench, name: string): Promise<string> {
  const { origin } = new URL(page.url());
  const secret: unknown = await page.evaluate("sessionStorage.getItem('slipway.window-session')");
  const headers = { origin, authorization: `Bearer ${String(secret)}` };
  const post = async (to: string, data: string | Buffer): Promise<unknown> => {
    const answer = await page.request.post(origin + to, { data, headers });
    if (!answer.ok()) throw new Error(`The copy was not taken: ${answer.status()}`);
    return await answer.json();
  };
  const { id } = begun.parse(await post('/copies', JSON.stringify({ name, bytes: EACH_BYTES })));
  for (let offset = 0; offset < EACH_BYTES; offset += PIECE_BYTES) {
    const head = Buffer.from(JSON.stringify({ path: '', offset, size: PIECE_BYTES }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(head.length);
    await post(`/copies/${id}`, Buffer.concat([length, head, randomBytes(PIECE_BYTES)]));
  }
  return done.parse(await post(`/copies/${id}/done`, '')).source_id;
}
