// Starts and stops servers again and again, and counts what there is before and after: processes, ports, handles, control
// groups and folders. Run as a program it prints both.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findGroupPlaces } from '../../../../../embedded-server/runtime/processes/group-places.ts';
import { createProcessRunner } from '../../../../../embedded-server/runtime/processes/runner.ts';
import type { ProcessPlan, Runner } from '../../../../../embedded-server/runtime/runner/runner.ts';
import { createPortPool } from '../../../../../embedded-server/runtime/server-runs/port-pool.ts';
import { removeTempFolders } from '../../../../support/temp-folder.ts';
import { until } from '../../../../support/until.ts';
import { type ProgramName, planFor } from './sample-programs.ts';

export type Counts = { processes: number; ports: number; handles: number; groups: number; folders: number };

const PORTS = { from: 9_400, to: 9_499 };
const AT_ONCE = 4;
const KINDS: readonly ProgramName[] = ['listens', 'ignores-term', 'listens', 'leaves-a-stubborn-grandchild', 'fails'];

export async function startAndStop(rounds: number): Promise<{ before: Counts; after: Counts }> {
  const thread = new URL('../../../../../embedded-server/runtime/processes/process-thread.ts', import.meta.url);
  const problems: unknown[] = [];
  const runner = createProcessRunner({ thread, onProblem: (thrown) => problems.push(thrown) });
  const ids = new Set<string>();
  try {
    await runner.openPorts(); // opens the thread, which stays
    await oneRound(runner, 'fails', ids);
    await oneRound(runner, 'listens', ids);
    const before = await countAll(ids);
    let next = 0;
    const lane = async () => {
      for (let round = next++; round < rounds; round = next++) {
        await oneRound(runner, KINDS[round % KINDS.length] ?? 'fails', ids);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    // Handles of ended children are given back in the turns after.
    await until(async () => (await countAll(ids)).handles <= before.handles, 'the handles').catch(() => {});
    if (problems.length > 0) throw new AggregateError(problems, 'The runner reported problems');
    return { before, after: await countAll(ids) };
  } finally {
    await runner.close();
  }
}

const pool = createPortPool(PORTS);

async function oneRound(runner: Runner, kind: ProgramName, ids: Set<string>): Promise<void> {
  const port = await pool.take();
  const plan = await planFor(kind, port);
  ids.add(plan.server_id);
  let text = '';
  const onOutput: ProcessPlan['onOutput'] = (_, chunk) => {
    text += chunk.toString();
    return undefined;
  };
  const launched = await runner.launch({ ...plan, onOutput });
  if (kind !== 'fails') await until(() => text.includes('ready'), `${kind} to be ready`);
  if (kind === 'listens') launched.stop();
  else if (kind !== 'fails') await launched.kill();
  await launched.gone;
  pool.giveBack(port);
  await rm(plan.folder, { recursive: true });
}

async function countAll(ids: ReadonlySet<string>): Promise<Counts> {
  return {
    processes: await countProcesses(ids),
    ports: await countPorts(),
    handles: (await readdir('/proc/self/fd')).length,
    groups: await countGroups(ids),
    folders: (await readdir(tmpdir())).length,
  };
}

async function countProcesses(ids: ReadonlySet<string>): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  const marks = texts.flatMap((text) => text.split('\0')).filter((entry) => entry.startsWith('SLIPWAY_SERVER_ID='));
  return marks.filter((mark) => ids.has(mark.slice(mark.indexOf('=') + 1))).length;
}

async function countPorts(): Promise<number> {
  const tables = await Promise.all(['tcp', 'tcp6', 'udp', 'udp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const ports = tables
    .flatMap((table) => table.split('\n').slice(1))
    .flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/);
      return state === '0A' || state === '07' ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
    });
  return ports.filter((port) => port >= PORTS.from && port <= PORTS.to).length;
}

async function countGroups(ids: ReadonlySet<string>): Promise<number> {
  const files = ['/proc/self/mountinfo', '/proc/self/cgroup'].map((file) => readFile(file, 'utf8'));
  const [mountinfo = '', own = ''] = await Promise.all(files);
  const places = findGroupPlaces(mountinfo, own);
  const folders = places?.version === 1 ? Object.values(places.folders) : (places?.candidates ?? []);
  const found = await Promise.all(folders.map((folder) => readdir(path.join(folder, 'slipway')).catch(() => [])));
  return found.flat().filter((name) => ids.has(name.slice(name.indexOf('.') + 1))).length;
}

async function main(rounds: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-start-stop-'));
  process.env['TMPDIR'] = folder;
  try {
    console.log(JSON.stringify(await startAndStop(rounds)));
  } finally {
    await removeTempFolders();
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) await main(Number(process.argv[2]));
