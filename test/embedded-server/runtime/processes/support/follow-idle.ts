// A program that follows servers that do nothing, as a supervisor would, and says what processor time that took it. Told by
// messages from its parent: a number follows them for so many milliseconds, "stop" ends all.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProcessRunner, type ProcessRunner } from '../../../../../embedded-server/runtime/processes/runner.ts';
import type { Launched } from '../../../../../embedded-server/runtime/runner/runner.ts';
import { removeTempFolders } from '../../../../support/temp-folder.ts';
import { planFor } from './sample-programs.ts';

/** What a server listens on seldom changes once it runs. */
const PORTS_EVERY_MS = 5_000;

const thread = new URL('../../../../../embedded-server/runtime/processes/process-thread.ts', import.meta.url);
const folder = await mkdtemp(path.join(tmpdir(), 'slipway-idle-'));
process.env['TMPDIR'] = folder;
const runner = createProcessRunner({ thread, onProblem: console.error });
const servers = await startAll(runner, Number(process.argv[2]));
runner.sampler.stop();
process.send?.('ready');
for (;;) {
  const [request]: unknown[] = await once(process, 'message');
  if (typeof request !== 'number') break;
  process.send?.(await follow(request));
}
await Promise.all(servers.map((server) => server.kill()));
await runner.close();
await removeTempFolders();
await rm(folder, { recursive: true });
process.disconnect();

async function startAll(on: ProcessRunner, count: number): Promise<Launched[]> {
  const launched: Launched[] = [];
  for (let index = 0; index < count; index += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onOutput = () => {
      resolve();
      return undefined;
    };
    launched.push(await on.launch({ ...(await planFor('listens', 0)), onOutput }));
    await promise;
  }
  return launched;
}

async function follow(ms: number): Promise<{ cpuMs: number; samples: number; ports: number }> {
  let samples = 0;
  let ports = 0;
  const end = runner.onUsage((usages) => {
    samples += usages.size;
  });
  const before = process.cpuUsage();
  runner.sampler.start();
  const finish = Date.now() + ms;
  while (Date.now() < finish) {
    ports += [...(await runner.openPorts()).values()].flat().length;
    await sleep(Math.min(PORTS_EVERY_MS, Math.max(0, finish - Date.now())));
  }
  runner.sampler.stop();
  const { user, system } = process.cpuUsage(before);
  end();
  return { cpuMs: (user + system) / 1000, samples, ports };
}
