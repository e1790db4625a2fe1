// How long a drop on Local takes, from the folder to the version that is stored, in turn with `cp -r` of the same folder. Both
// wait for the disk.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Core, createCore } from '../../src-main/core/core.ts';
import { createFileSecrets, describeFile } from '../../src-main/core/host/secrets.ts';
import { openSettingsFile } from '../../src-main/core/settings/settings-file.ts';
import { createBridgeClient } from '../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../src-shared/bridge/contract.ts';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import { memoryTransportPair } from '../../src-shared/bridge/transport.ts';
import type { TransferView } from '../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../src-shared/transfers/problem-of.ts';
import { lackingRoom } from './can-receive.ts';
import { childSeconds } from './child-seconds.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ROUNDS = 5;
const MIB = 1_048_576;
const LARGE_FILES = 56;
const LARGE_BYTES = 16 * MIB;
const SMALL_FILES = 2_000;
const SMALL_BYTES = 65_536;
const TOTAL = LARGE_FILES * LARGE_BYTES + SMALL_FILES * SMALL_BYTES;

type Figure = { seconds: number; cpu: number };

export const localDrop: Measure = {
  name: 'local-drop',
  goal: '1 GiB in 2,056 files, dropped on Local and stored: >= 0.8 x cp -r',
  run: async () => (await lackingRoom(4 * TOTAL)) ?? (await compare()),
};

async function compare(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-drop-'));
  const core = await openCore(path.join(folder, 'app'));
  try {
    const place = await makePlace(core);
    const source = path.join(folder, 'build');
    const ours: Figure[] = [];
    const theirs: Figure[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      await fill(source); // other bytes each time, so that nothing is there already
      const first = await drop(core, place, source);
      const second = await copy(source, path.join(folder, 'copy'));
      await rm(path.join(folder, 'app', 'packs'), { recursive: true, force: true });
      if (round < 0) continue; // the first round warms both up
      ours.push(first);
      theirs.push(second);
    }
    const ratio = median(ours.map(({ seconds }, round) => (theirs[round]?.seconds ?? seconds) / seconds));
    const side = (all: readonly Figure[]) => {
      const rate = TOTAL / 1e6 / median(all.map(({ seconds }) => seconds));
      return `${rate.toFixed(0)} MB/s with ${median(all.map(({ cpu }) => cpu)).toFixed(2)} CPU s`;
    };
    return `${ratio.toFixed(2)} x (${side(ours)}; cp ${side(theirs)})`;
  } finally {
    await core.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string): Promise<void> {
  const pool = randomBytes(LARGE_BYTES);
  await mkdir(path.join(folder, 'small'), { recursive: true });
  for (let number = 0; number < LARGE_FILES; number += 1) {
    pool.writeUInt32LE(number);
    await writeFile(path.join(folder, `large${number}`), pool);
  }
  for (let number = 0; number < SMALL_FILES; number += 1) {
    const at = (number * 6_007) % (pool.length - SMALL_BYTES);
    await writeFile(path.join(folder, 'small', `f${number}`), pool.subarray(at, at + SMALL_BYTES));
  }
  await promisify(execFile)('sync', ['-f', folder]);
}

type Place = { game_id: string; namespace_id: string };

/** A window on the core, that sees its transfers. */
function openWindow(core: Core) {
  const [coreEnd, windowEnd] = memoryTransportPair();
  const client = createBridgeClient(slipwayBridge);
  serveBridge(core.offer, coreEnd);
  client.attach(windowEnd);
  let list: TransferView[] = [];
  client.subscribe('transfers', {}, { next: (next) => void (list = next) });
  return { client, find: (id: string) => list.find((view) => view.id === id), close: () => coreEnd.close() };
}

async function drop(core: Core, place: Place, source: string): Promise<Figure> {
  const { client, find, close } = openWindow(core);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { source_id } = core.offerSource(source);
  const request = { source_id, instance_id: 'local', ...place, name: `drop ${Math.round(startedAt)}` };
  const { transfer_id: id } = await client.call('transfers.start', request);
  try {
    for (;;) {
      const found = find(id);
      if (found?.status === 'done') {
        const { user, system } = process.cpuUsage(before);
        return { seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1e6 };
      }
      const problem = found && problemOf(found);
      if (problem !== undefined) throw new Error(problem.message);
      await sleep(5);
    }
  } finally {
    close();
  }
}

async function copy(source: string, target: string): Promise<Figure> {
  const startedAt = performance.now();
  const script = 'cp -r "$0" "$1" && find "$1" -type f -print0 | xargs -0 sync -d && times';
  const { stdout } = await promisify(execFile)('sh', ['-c', script, source, target]);
  const seconds = (performance.now() - startedAt) / 1000;
  await rm(target, { recursive: true });
  return { seconds, cpu: childSeconds(stdout) };
}

async function openCore(folder: string): Promise<Core> {
  await mkdir(folder, { recursive: true });
  const secretsFile = path.join(folder, 'secrets.json');
  const script = (name: string) => new URL(`../../src-main/core/${name}`, import.meta.url);
  const core = createCore({
    host: {
      view: {
        shell: 'browser',
        version: '0',
        platform: 'linux',
        abilities: { keep_hosting: false, pick_folder: false, show_in_folder: false, window_controls: false },
      },
      secrets: createFileSecrets({ file: secretsFile, describe: () => describeFile(secretsFile) }),
      openLink: async () => undefined,
      pickFolder: async () => null,
      showInFolder: async () => undefined,
    },
    settingsFile: await openSettingsFile(folder),
    appFolder: folder,
    packs: path.join(folder, 'packs'),
    defaultDataFolder: path.join(folder, 'local'),
    forThisRun: { dataFolder: undefined, port: 0 },
    workerFile: script('instances/service-worker.ts'),
    shipped: {
      samples: '',
      packThread: script('pack/pack-thread.ts'),
      partHashThread: script('transfers/engine/part-hash-thread.ts'),
      doctorThread: new URL('../../embedded-server/files/doctor/doctor-thread.ts', import.meta.url),
    },
    onUnexpected: (error) => {
      throw error;
    },
  });
  await core.start();
  return core;
}

async function makePlace(core: Core): Promise<Place> {
  const client = core.instances.find('local').client();
  const { groups } = await client.listGames({});
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Drops' };
  const { game_id } = await client.createGame({ body });
  const { game } = await client.getGame({ params: { game_id } });
  return { game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
}
