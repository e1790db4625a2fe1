// Which processes of a server are its wall's, where the numbers inside are those outside: on macOS and Windows.
import { expect, test } from 'vitest';
import { createFollower } from '../../../../embedded-server/runtime/processes/follow.ts';
import type { ProcessSystem } from '../../../../embedded-server/runtime/processes/system.ts';

const row = (pid: number, parent: number) => ({
  pid,
  parent,
  group: pid < 20 || pid > 30 ? pid : 20,
  session: 0,
  identity: `at ${pid}`,
  cpuMs: 0,
  memoryBytes: 0,
});

/** A wall that is 20, what watches for the end of the service, its program with a helper of that, and a stranger. */
const system: ProcessSystem = {
  list: async () => [row(1, 0), row(20, 1), row(21, 20), row(22, 20), row(23, 22), row(99, 1)],
  markersOf: async () => new Map(),
  openPorts: async () => new Map(),
  membersOf: async () => [],
  freeze: async () => undefined,
  kill: async () => undefined,
};

test('the program is the process with the number that the wall says, and all beside it is the wall', async () => {
  const follower = createFollower(system, 1);
  const { wall, program } = await follower.findWallProcesses({ outermost: 20, inside: 22 });
  expect(program?.pid).toBe(22);
  expect(wall).toEqual([20, 21]);
  await follower.follow({ server_id: 'a', pid: 20, identity: 'at 20', groupFiles: [], wall });
  expect(await follower.members('a'), 'what counts as the server').toEqual([22, 23]);
});

test('a number outside the wall is none of its program', async () => {
  expect((await createFollower(system, 1).findWallProcesses({ outermost: 20, inside: 99 })).program).toBeUndefined();
});

test('reads the memory of a group when that of its processes has changed, and every ten looks', async () => {
  let ofProcesses = 5;
  let asked = 0;
  const moving: ProcessSystem = {
    ...system,
    list: async () => [{ ...row(20, 1), memoryBytes: ofProcesses }],
    memoryOf: () => (asked += 1),
  };
  const follower = createFollower(moving, 1);
  const groupMemory = { usage: 'usage', stat: 'stat' };
  await follower.follow({ server_id: 'a', pid: 20, identity: 'at 20', groupFiles: [], groupMemory });
  const sample = async () => (await follower.sample())[0]?.memoryBytes;
  expect([await sample(), await sample()]).toEqual([1, 1]);
  ofProcesses = 6;
  expect([await sample(), await sample()]).toEqual([2, 2]);
  for (let at = 0; at < 9; at += 1) await sample();
  expect(await sample()).toBe(3);
});

test('where a server has a user of its own, all that runs as this user is its own', async () => {
  const killed = new Set<number>();
  const shared: ProcessSystem = {
    ...system,
    list: async () => (await system.list()).filter(({ pid }) => !killed.has(pid)),
    runBy: async (user) => (user === 10_001 ? [20, 99] : []),
    kill: async (pids) => {
      for (const pid of pids) killed.add(pid);
    },
  };
  const follower = createFollower(shared, 1);
  const server = { server_id: 'a', pid: 20, identity: 'at 20', groupFiles: [], user: 10_001 };
  await follower.follow(server);
  expect(await follower.members('a'), 'with one that left its parent and its session').toContain(99);
  await follower.end(server);
  expect([...killed].toSorted()).toEqual([20, 21, 22, 23, 99]);
});
