// Hosts as processes of this machine, which outlive the service that started them. It proves with plain processes what holds for nodes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, hostname, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { writeDurably } from '../../embedded-server/platform/durable/write-durably.ts';
import { namesIn } from '../../embedded-server/platform/storage/names-in.ts';
import type { FleetDriver, HostLook, HostOrder } from '../../embedded-server/runtime/fleet/fleet-driver.ts';
import { thisSystem } from '../../embedded-server/runtime/processes/this-system.ts';
import { BYTES_PER_MEGABYTE } from '../../embedded-server/runtime/runner/server-limits.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { readJson } from '../../src-shared/json-text.ts';
import { asMessage } from '../../src-shared/text/message.ts';

export type ProcessDriverOptions = {
  /** Where is written down which processes there are. */
  folder: string;
  /** The program of a host and its arguments; the token comes in its environment. */
  command(order: HostOrder): { program: string; arguments: readonly string[] };
  /** The nodes that it claims to have; all of them are this machine. */
  nodes?: readonly string[];
};

const kept = z.object({ pid: z.int(), identity: z.string(), node: z.string() });
type Kept = z.infer<typeof kept>;
const FILE = /^(?<server_id>[0-9a-f-]{36})\.json$/;
const KILL_AFTER_MS = 15_000;
const LOOK_MS = 50;

export function createProcessDriver({ folder, command, nodes = [hostname()] }: ProcessDriverOptions): FleetDriver {
  const listeners = new Set<() => void>();
  const starting = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const fileOf = (server_id: string) => path.join(folder, `${server_id}.json`);
  const read = async (server_id: string): Promise<Kept | undefined> => {
    const text = await readFile(fileOf(server_id), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : kept.safeParse(readJson(text).value).data;
  };
  const isAlive = async ({ pid, identity }: Kept) =>
    (await thisSystem().list()).some((row) => row.pid === pid && row.identity === identity);
  const start = async (order: HostOrder): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await read(order.server_id)) !== undefined) return;
    const node = await chooseNode();
    const child = spawnHost(order, command(order), () => {
      for (const listener of listeners) listener();
    });
    const { pid = 0 } = child;
    const row = (await thisSystem().list()).find((one) => one.pid === pid);
    await writeDurably(fileOf(order.server_id), JSON.stringify({ pid, identity: row?.identity ?? '', node }));
  };
  const closedFile = path.join(folder, 'closed.json');
  /** The nodes that take no hosts, which an engine remembers as well. */
  const closed = async () => {
    const text = await readFile(closedFile, 'utf8').catch(() => '[]');
    return new Set(z.array(z.string()).parse(readJson(text).value));
  };
  /** The one with the fewest hosts. */
  const chooseNode = async (): Promise<string> => {
    const isClosed = await closed();
    const taken = await Promise.all((await serversIn(folder)).map(read));
    const count = (node: string) => taken.filter((one) => one?.node === node).length;
    const [first] = nodes.filter((node) => !isClosed.has(node)).toSorted((a, b) => count(a) - count(b));
    if (first !== undefined) return first;
    throw new AppError('FLEET_FAILED', 'fleet.engine-away', { engine: folder, why: 'no suitable node' });
  };
  return {
    start: async (order) => {
      if (starting.has(order.server_id)) return;
      starting.add(order.server_id);
      // One after the other, as each looks at where the others are.
      const before = last;
      const run = async () => {
        await before;
        await start(order).finally(() => starting.delete(order.server_id));
      };
      const work = run();
      last = work.catch(() => undefined);
      await work;
    },
    look: async () => {
      const looks = new Map<string, HostLook>();
      const rows = new Set((await thisSystem().list()).map(({ pid, identity }) => `${pid} ${identity}`));
      for (const server_id of await serversIn(folder)) {
        const found = await read(server_id);
        if (found === undefined) continue;
        const isUp = rows.has(`${found.pid} ${found.identity}`);
        looks.set(server_id, isUp ? { state: 'up' } : { state: 'over', why: asMessage('the process was gone.') });
      }
      return looks;
    },
    stop: async (server_id) => {
      const found = await read(server_id);
      if (found !== undefined && (await isAlive(found))) await endProcess(found.pid);
      await rm(fileOf(server_id), { force: true });
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    nodes: async () => {
      const isClosed = await closed();
      return nodes.map((name) => ({
        node_id: name,
        name,
        state: isClosed.has(name) ? 'draining' : 'ready',
        capacity: { cpu: availableParallelism() * 1000, memory: Math.floor(totalmem() / BYTES_PER_MEGABYTE) },
      }));
    },
    setOpen: async (node, isOpen) => {
      const isClosed = await closed();
      if (isOpen) isClosed.delete(node);
      else isClosed.add(node);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeDurably(closedFile, JSON.stringify([...isClosed]));
    },
    howToJoin: () => Promise.reject(new AppError('FLEET_FAILED')),
    placeOf: async (server_id) => {
      // Its host may be faster than the disk; an engine knows the place before it starts one.
      if (starting.has(server_id)) await last;
      const found = await read(server_id);
      return found === undefined ? undefined : { node_id: found.node };
    },
    close: () => Promise.resolve(),
  };
}

async function serversIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).flatMap((name) => FILE.exec(name)?.groups?.['server_id'] ?? []);
}

/** It goes on without us, and says all it has to say to the service. */
function spawnHost(
  { token, ca }: HostOrder,
  { program, arguments: words }: ReturnType<ProcessDriverOptions['command']>,
  onEnded: () => void,
): ChildProcess {
  const child = spawn(program, words, {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, SLIPWAY_HOST_TOKEN: token, ...(ca === undefined ? {} : { SLIPWAY_HOST_CA: ca }) },
  });
  child.unref();
  child.on('error', onEnded);
  child.on('exit', onEnded);
  return child;
}

async function endProcess(pid: number): Promise<void> {
  const since = performance.now();
  signal(pid, 'SIGTERM');
  while (isThere(pid) && performance.now() - since < KILL_AFTER_MS) await sleep(LOOK_MS);
  signal(pid, 'SIGKILL');
}

/** One of our own children is there until its end was heard, which comes by itself. */
function isThere(pid: number): boolean {
  return signal(pid, 0);
}

function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, what);
  } catch {
    return false;
  }
}
