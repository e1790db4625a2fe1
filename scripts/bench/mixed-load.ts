// Whether the memory of a service under a mixed load stays where it is: `slipway serve` in a process of its own is asked for everything
// that it can do, and every 20 s the load halts, the garbage is collected, and what is left is read. Two minutes, or as many as
// MIXED_LOAD_MINUTES says; the goal is for ten.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { openNetwork } from '../../src-main/core/http/network.ts';
import { createHttpTransport } from '../../src-main/core/http/transport.ts';
import { createServiceClient } from '../../src-shared/service/client.ts';
import { nodeFlags } from '../node-flags.ts';
import { projectRoot } from '../setup/project.mjs';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { startMixedLoad } from './mixed-load-work.ts';

const MINUTES = Number(process.env['MIXED_LOAD_MINUTES'] ?? 2);
const EVERY_MS = 20_000;
const LOOKS_A_MINUTE = 60_000 / EVERY_MS;
/** Connections close and writes end before memory is read. */
const CALM_MS = 500;
const MIB = 1_048_576;

export const mixedLoad: Measure = {
  name: 'mixed-load',
  goal: 'ten minutes of uploads, downloads, calls, watches, switches, servers and broken requests: memory of minutes 9-10 within 5 % of 2-3',
  run: async () => {
    if (process.platform !== 'linux')
      return 'not measured: the servers of this measure run behind walls, which only Linux has';
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-mixed-'));
    try {
      return await measure(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string): Promise<string> {
  const archive = await packGame(folder);
  const service = await serve(folder);
  try {
    const load = await startMixedLoad(service, archive);
    const looks: Look[] = [];
    for (let number = 0; number < MINUTES * LOOKS_A_MINUTE; number += 1) {
      load.go();
      await sleep(EVERY_MS);
      await load.halt();
      await sleep(CALM_MS);
      const look = await service.look();
      looks.push(look);
      if (process.env['MIXED_LOAD_SHOWS']) console.error(showLook(look), JSON.stringify(load.counts()));
    }
    const done = Object.entries(load.counts()).map(([name, count]) => `${count} ${name}`);
    return `${compare(looks)}; ${done.join(', ')}`;
  } finally {
    await service.close();
  }
}

const looked = z.object({
  rss: z.number(),
  threads: z.array(
    z.object({ heapUsed: z.number(), heapTotal: z.number(), external: z.number(), arrayBuffers: z.number() }),
  ),
});
type Look = z.infer<typeof looked>;
type Figure = (look: Look) => number;

const figures: Readonly<Record<string, Figure>> = {
  RSS: ({ rss }) => rss,
  heap: ({ threads }) => threads.reduce((sum, each) => sum + each.heapUsed, 0),
  'heap with its free room': ({ threads }) => threads.reduce((sum, each) => sum + each.heapTotal, 0),
  // Buffers are part of it.
  external: ({ threads }) => threads.reduce((sum, each) => sum + each.external, 0),
};

/** The medians of the second and third minute and of the last two; of a short run, of its second and its last part. */
function compare(looks: readonly Look[]): string {
  const early = MINUTES >= 5 ? looks.slice(LOOKS_A_MINUTE, 3 * LOOKS_A_MINUTE) : looks.slice(1, 1 + looks.length / 3);
  const late = MINUTES >= 5 ? looks.slice(-2 * LOOKS_A_MINUTE) : looks.slice(-looks.length / 3);
  const rows = Object.entries(figures).map(([name, figure]) => {
    const before = median(early.map(figure)) / MIB;
    const after = median(late.map(figure)) / MIB;
    return `${name} ${before.toFixed(1)} MiB, then ${after.toFixed(1)} (${change(before, after)})`;
  });
  const most = Math.max(...looks.map(({ rss }) => rss)) / MIB;
  return `${rows.join('; ')}; most ${most.toFixed(1)}, over ${MINUTES} min`;
}

function change(before: number, after: number): string {
  const percent = (after / before - 1) * 100;
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
}

function showLook(one: Look): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${(figure(one) / MIB).toFixed(1)}`)
    .concat(`threads ${one.threads.length}`)
    .join(' ');
}

/** A server that keeps a file of a mebibyte, beside 20 MiB that are only there to be sent. */
async function packGame(folder: string): Promise<string> {
  const source = path.join(folder, 'game');
  await mkdir(source);
  const manifest = { program: 'server.js', ports: { game: { protocol: 'tcp' } }, keep: ['world'] };
  await writeFile(path.join(source, 'slipway.json'), JSON.stringify(manifest));
  await writeFile(path.join(source, 'server.js'), PROGRAM);
  await writeFile(path.join(source, 'assets.bin'), randomBytes(20 * MIB));
  const archive = path.join(folder, 'game.tar');
  // In this order what is sent anew each time, the middle, is in the large file.
  await promisify(execFile)('tar', ['-C', source, '-cf', archive, 'slipway.json', 'server.js', 'assets.bin']);
  return archive;
}

const PROGRAM = `const fs = require('node:fs');
fs.mkdirSync('world', { recursive: true });
fs.writeFileSync('world/level.dat', Buffer.alloc(1048576, 7));
console.log('the world is there');
require('node:http').createServer((_, answer) => answer.end('ahoy')).listen(+process.env.PORT, process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

const ready = z.object({ url: z.string(), token: z.string() });

async function serve(folder: string) {
  const probe = new URL('memory-probe.mjs', import.meta.url).href;
  // As "npm run slipway" starts it.
  const flags = [...nodeFlags, '--import', probe, path.join(projectRoot, 'scripts/slipway.mjs')];
  const child = spawn(
    process.execPath,
    [...flags, 'serve', '--data', path.join(folder, 'data'), '--port', '0', '--json'],
    {
      stdio: ['ignore', 'pipe', process.env['MIXED_LOAD_SHOWS'] ? 'inherit' : 'ignore', 'ipc'],
      env: { ...process.env, SLIPWAY_HOME: path.join(folder, 'home') },
    },
  );
  const [line]: unknown[] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
  const { url, token } = ready.parse(JSON.parse(String(line)));
  const network = await openNetwork({}, {});
  const client = createServiceClient(createHttpTransport({ url, token, network }));
  const { groups } = await client.listGroups({});
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Mixed' };
  const { game_id } = await client.createGame({ body });
  const { namespaces } = (await client.getGame({ params: { game_id }, query: {} })).game;
  const idOf = (name: string) => namespaces.find(({ name_id }) => name_id === name)?.namespace_id ?? '';
  return {
    url,
    token,
    client,
    game_id,
    prod: idOf('prod'),
    staging: idOf('staging'),
    look: async () => await lookAt(child),
    close: async () => {
      network.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function lookAt(child: ChildProcess): Promise<Look> {
  const answered = once(child, 'message');
  child.send('look');
  const [answer]: unknown[] = await answered;
  return looked.parse(answer);
}
