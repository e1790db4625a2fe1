// Follows the trees of all servers that run. Who was once seen in a tree stays in it, so that a process that leaves its
// parent, its group and its environment behind isn't lost.
import type { Connection, OpenPort } from '../runner/runner.ts';
import { endTree, type Pass, pidsByGroupOrUser } from './end-tree.ts';
import type { FollowedServer, ServerSample, WallProcesses } from './process-calls.ts';
import type { ProcessRow, ProcessSystem } from './system.ts';
import { indexSeen, treeOf } from './tree.ts';

type Followed = FollowedServer & { known: Map<number, string>; cpuMs: number; lastMemory?: LastMemory };
/** What its group said of its memory, beside which sum over its processes, and how often that was used since. */
type LastMemory = { ofProcesses: number; ofGroup: number | undefined; uses: number };

/** Ten seconds. */
const MEMORY_USES = 9;

export function createFollower(system: ProcessSystem, self: number) {
  const all = new Map<string, Followed>();
  const look = createLook(system);
  const listSoon = createSharedList(system);
  const members = async (server: Followed, seen: ReturnType<typeof indexSeen>) => {
    const tree = treeOf(server, seen, server.known, await pidsByGroupOrUser(system, server));
    server.known = new Map(tree.map(({ pid, identity }) => [pid, identity]));
    return server.wall === undefined ? tree : tree.filter(({ pid }) => server.wall?.includes(pid) !== true);
  };
  const trees = async (servers: Iterable<Followed>) => {
    const { rows, markers } = await look();
    const seen = indexSeen(rows, markers);
    return await Promise.all([...servers].map(async (server) => ({ server, tree: await members(server, seen) })));
  };
  const treeNow = async (server_id: string): Promise<ProcessRow[]> => {
    const server = all.get(server_id);
    return server === undefined ? [] : (await trees([server])).flatMap(({ tree }) => tree);
  };
  return {
    follow: async (server: FollowedServer): Promise<string> => {
      const identity = server.identity || (await identityOf(system, server.pid));
      all.set(server.server_id, { ...server, identity, known: new Map(), cpuMs: 0 });
      return identity;
    },
    findWallProcesses: async ({ outermost, inside }: { outermost: number; inside: number }) =>
      findWallProcesses(system, await listSoon(), outermost, inside),
    forget: (server_id: string): undefined => {
      all.delete(server_id);
    },
    members: async (server_id: string) => (await treeNow(server_id)).map(({ pid }) => pid),
    ownsConnection: async ({ server_id, connection }: { server_id: string; connection: Connection }) => {
      if (system.findCaller === undefined) return undefined;
      const isOf = await system.findCaller(connection);
      if (isOf === undefined) return false;
      // Mostly it is a process that is known already, and a look at all processes is spared.
      if (isOf(all.get(server_id)?.known ?? new Map())) return true;
      return isOf(new Map((await treeNow(server_id)).map(({ pid, identity }) => [pid, identity])));
    },
    strays: async (server_id: string) => {
      const first = all.get(server_id)?.pid;
      return (await treeNow(server_id)).flatMap(({ pid, group }) => (group === first ? [] : [pid]));
    },
    sample: async (): Promise<ServerSample[]> =>
      (await trees(all.values())).map(({ server, tree }) => sum(system, server, tree)),
    openPorts: async (): Promise<[string, OpenPort[]][]> => {
      const found = await trees(all.values());
      const ports = await system.openPorts(found.flatMap(({ tree }) => tree.map(({ pid }) => pid)));
      return found.map(({ server, tree }) => [
        server.server_id,
        unique(tree.flatMap(({ pid }) => ports.get(pid) ?? [])),
      ]);
    },
    end: async (server: FollowedServer): Promise<number> => {
      const followed = all.get(server.server_id) ?? { ...server, known: new Map(), cpuMs: 0 };
      const ended = await endTree(system, look, followed, self);
      all.delete(server.server_id);
      return ended;
    },
  };
}

/** One list for all who ask before it is made: many servers start at once, and each would have all processes read. */
function createSharedList(system: ProcessSystem): () => Promise<ProcessRow[]> {
  let soon: Promise<ProcessRow[]> | undefined;
  return () =>
    (soon ??= new Promise((resolve) => setImmediate(resolve)).then(async () => {
      soon = undefined;
      return await system.list();
    }));
}

/** One pass over all processes. What a process carries in its environment is asked once in its life. */
function createLook(system: ProcessSystem): () => Promise<Pass> {
  let previous = new Map<number, { identity: string; marker: string | undefined }>();
  return async () => {
    const rows = await system.list();
    const fresh = rows.filter(({ pid, identity }) => previous.get(pid)?.identity !== identity);
    const found = await system.markersOf(fresh.map(({ pid }) => pid));
    for (const { pid, identity } of fresh) previous.set(pid, { identity, marker: found.get(pid) });
    previous = new Map(
      rows.flatMap(({ pid }) => {
        const known = previous.get(pid);
        return known ? [[pid, known] as const] : [];
      }),
    );
    const markers = new Map<number, string>();
    for (const [pid, { marker }] of previous) if (marker !== undefined) markers.set(pid, marker);
    return { rows, markers };
  };
}

async function identityOf(system: ProcessSystem, pid: number): Promise<string> {
  return (await system.list()).find((row) => row.pid === pid)?.identity ?? '';
}

/**
 * Time of processes that ended moves to their parents, or gets lost: the sum never goes back. Pages that processes share are in the
 * figure of each, so a group's own is the one to set beside its limit.
 */
function sum(system: ProcessSystem, server: Followed, tree: readonly ProcessRow[]): ServerSample {
  const total = (pick: (row: ProcessRow) => number) => tree.reduce((sofar, row) => sofar + pick(row), 0);
  server.cpuMs = Math.max(
    server.cpuMs,
    total((row) => row.cpuMs),
  );
  const ofProcesses = total((row) => row.memoryBytes);
  const memoryBytes = memoryOfGroup(system, server, ofProcesses) ?? ofProcesses;
  return { server_id: server.server_id, processes: tree.length, cpuMs: server.cpuMs, memoryBytes };
}

/** What a group says moves all the time, and costs the system more to tell: while its processes stay as they are, it is asked seldom. */
function memoryOfGroup(system: ProcessSystem, server: Followed, ofProcesses: number): number | undefined {
  const { groupMemory, lastMemory } = server;
  if (groupMemory === undefined) return undefined;
  if (lastMemory?.ofProcesses === ofProcesses && lastMemory.uses < MEMORY_USES) {
    lastMemory.uses += 1;
    return lastMemory.ofGroup;
  }
  const ofGroup = system.memoryOf?.(groupMemory);
  server.lastMemory = { ofProcesses, ofGroup, uses: 0 };
  return ofGroup;
}

/** A socket that several processes share is one port. */
function unique(ports: readonly OpenPort[]): OpenPort[] {
  return [...new Map(ports.map((port) => [`${port.protocol} ${port.address} ${port.port}`, port])).values()];
}

/**
 * Tells a wall apart from the program behind it: the program is the process with the number that the wall reported, and the wall
 * is all between it and the outermost process, which this service started.
 */
function findWallProcesses(
  system: Pick<ProcessSystem, 'numberInside'>,
  rows: readonly ProcessRow[],
  outermost: number,
  inside: number,
): WallProcesses {
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]));
  const first = rows.filter(({ parent }) => parent === outermost).map(({ pid }) => pid);
  // Where processes have one number alone, the wall starts its program itself.
  const { numberInside } = system;
  const isProgram = ({ pid }: ProcessRow) =>
    numberInside === undefined ? pid === inside : !first.includes(pid) && numberInside(pid) === inside;
  const program = rows.find((row) => isBelow(parents, row.pid, outermost) && isProgram(row));
  const ofWall = [...first, ...between(parents, program?.pid, outermost)].filter((pid) => pid !== program?.pid);
  return { wall: [...new Set([outermost, ...ofWall])], program };
}

function between(parents: ReadonlyMap<number, number>, program: number | undefined, outermost: number): number[] {
  const found: number[] = [];
  for (let at = parents.get(program ?? 0) ?? 0; at > 1 && at !== outermost; at = parents.get(at) ?? 0) found.push(at);
  return found;
}

function isBelow(parents: ReadonlyMap<number, number>, pid: number, outermost: number): boolean {
  for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === outermost) return true;
  return false;
}
