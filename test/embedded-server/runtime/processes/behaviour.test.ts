// Servers that behave as none should, each with a real process: bounded where the system enforces it, and where we only look.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcessPlan, Usage } from '../../../../embedded-server/runtime/runner/runner.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { openRunner } from './support/open-runner.ts';
import { countMarked, type ProgramName, planFor, planOf } from './support/sample-programs.ts';

const MAX_PROCESSES = 50;
const runners = {
  'enforced by the system': openRunner({ maxProcesses: MAX_PROCESSES, sampleEveryMs: 50 }),
  'held by looking': openRunner({ useGroups: false, maxProcesses: MAX_PROCESSES, sampleEveryMs: 50 }),
};
const { 'enforced by the system': enforcing, 'held by looking': looking } = runners;

async function start(runner = enforcing, program: ProgramName = 'listens', changes: Partial<ProcessPlan> = {}) {
  let text = '';
  const plan = await planFor(program, 0);
  const onOutput = (_: unknown, chunk: Buffer) => {
    text += chunk.toString();
    return undefined;
  };
  const launched = await runner.launch({ ...plan, onOutput, ...changes });
  return { launched, plan, text: () => text };
}

describe.each(Object.entries(runners))('%s', (_, runner) => {
  test('a server that forks and exits has exited, runs on as a tree, and is found with its port and ended', async () => {
    const { launched, plan, text } = await start(runner, 'forks-and-exits');
    expect(await launched.exited).toMatchObject({ code: 0 });
    await until(() => text().includes('child ready'), 'the child, whose output still arrives');
    expect(await launched.isTreeAlive()).toBe(true);
    expect(await launched.openPorts()).toMatchObject([{ protocol: 'tcp', address: '127.0.0.1' }]);
    let isGone = false;
    void launched.gone.then(() => (isGone = true));
    expect((await launched.usage())?.processes).toBe(1);
    expect(isGone).toBe(false);
    await launched.kill();
    await launched.gone;
    expect(await countMarked(plan.server_id)).toBe(0);
  });

  test('what a server left running is noticed when it ends by itself', async () => {
    const { launched, text } = await start(runner, 'forks-and-exits');
    await launched.exited;
    process.kill(await printedPid(text), 'SIGKILL');
    await launched.gone;
    expect(await launched.isTreeAlive()).toBe(false);
  });

  test('a server that was asked to end after its first process ended asks what it left', async () => {
    const { launched } = await start(runner, 'forks-and-exits');
    await launched.exited;
    launched.stop();
    await launched.gone;
  });

  test('a server that closes its outputs runs on', async () => {
    const { launched } = await start(runner, 'closes-stdout');
    await until(async () => (await readdir(`/proc/${launched.pid}/fd`)).every((fd) => fd !== '1' && fd !== '2'));
    expect(await launched.isTreeAlive()).toBe(true);
    process.kill(launched.pid, 'SIGKILL');
    expect(await launched.exited).toEqual({ code: null, signal: 'SIGKILL', outOfMemory: false });
    await launched.gone;
  });

  test('one that leaves parent, session and environment behind was seen before, and ends with the server', async () => {
    // Control groups know it however fast it is. Who looks has to have looked.
    const file = path.join(await makeTempFolder('leave'), 'leave');
    const environment = runner === looking ? { LEAVE_FILE: file } : {};
    const { launched, text } = await start(runner, 'clears-its-environment', { environment });
    const pid = await printedPid(text);
    if (runner === looking) await until(async () => (await launched.usage())?.processes === 3, 'all three to be seen');
    await writeFile(file, '');
    await until(() => text().includes('left'), 'its parent to be gone');
    expect(await isRunning(pid)).toBe(true);
    await launched.kill();
    expect(await isRunning(pid)).toBe(false);
  });

  test('a port on another address is found with its address', async () => {
    const { launched, text } = await start(runner, 'binds-elsewhere');
    await until(() => text().includes('ready'), 'the server to listen');
    const port = Number(/ready (\d+)/.exec(text())?.[1]);
    expect(await launched.openPorts()).toEqual([{ protocol: 'tcp', address: '127.0.0.2', port }]);
    await launched.kill();
  });

  test('a caller is not a port of the server', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const code = `require('net').connect(${port}, '127.0.0.1');
      const u = require('dgram').createSocket('udp4'); u.connect(${port}, '127.0.0.1', () => console.log('ready'));`;
    const plan = { ...(await planOf('server.cjs', code)), program: process.execPath, arguments: ['server.cjs'] };
    const [accepted, { launched, text }] = await Promise.all([
      once(listener, 'connection'),
      start(runner, 'listens', plan),
    ]);
    // Until it has its peer, a socket that calls over UDP looks like one that listens.
    await until(() => text().includes('ready'), 'both to be connected');
    expect(await launched.openPorts()).toEqual([]);
    await launched.kill();
    (accepted[0] as ReturnType<typeof connect>).destroy();
    listener.close();
  });

  test('a server that ends at once is reported as well', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { launched } = await start(runner, 'fails', await planOf('server', '#!/bin/sh\nexit 7\n'));
      expect(await launched.exited).toEqual({ code: 7, signal: null, outOfMemory: false });
      expect(launched.identity).not.toBe('');
      await launched.gone;
    }
  });

  test('a server that ends by a signal of its own says which', async () => {
    const plan = await planOf('server', '#!/bin/sh\nkill -SEGV $$\n');
    const { launched } = await start(runner, 'fails', plan);
    expect(await launched.exited).toMatchObject({ code: null, signal: 'SIGSEGV', outOfMemory: false });
    await launched.gone;
  });

  test('a server that runs hot is reported in millicores', async () => {
    const samples: number[] = [];
    const plan = await planFor('runs-hot');
    const end = runner.sampler.onSamples((all) => samples.push(all.get(plan.server_id)?.millicores ?? 0));
    const { launched } = await start(runner, 'runs-hot', plan);
    await until(() => samples.some((millicores) => millicores > 100), 'a sample over 100 millicores');
    end();
    await launched.kill();
  });
});

test('the system bounds one that forks without end, and it is said to be over its limit', async () => {
  const plan = await planFor('forks-without-end');
  const { launched } = await start(enforcing, 'forks-without-end', plan);
  expect(launched.enforced).toEqual({ memory: true, cpu: true, processes: true });
  let usage: Usage | undefined;
  await until(async () => (usage = await launched.usage())?.over?.includes('processes') === true, 'the limit');
  expect(usage?.processes).toBeLessThanOrEqual(MAX_PROCESSES * 4);
  await launched.kill();
  expect(await countMarked(plan.server_id)).toBe(0);
});

test('where nothing bounds one that forks without end, it is ended once seen', async () => {
  const plan = await planFor('forks-without-end');
  const { launched } = await start(looking, 'forks-without-end', plan);
  expect(launched.enforced).toEqual({ memory: false, cpu: false, processes: false });
  expect(await launched.exited).toMatchObject({ tooManyProcesses: true, outOfMemory: false });
  await launched.gone;
  expect(await countMarked(plan.server_id)).toBe(0);
});

test('the system holds a server to its share of the processor', async () => {
  const plan = { ...(await planFor('runs-hot')), limits: { cpu: 50, memory: 512 } };
  const { launched } = await start(enforcing, 'runs-hot', plan);
  const group = await readFile(`/proc/${launched.pid}/cgroup`, 'utf8');
  const own = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(group)?.[1] ?? '';
  expect(own).toMatch(new RegExp(`/slipway/[^/]+\\.${plan.server_id}$`));
  const throttled = async () => {
    const text = await readFile(`/sys/fs/cgroup/cpu${own}/cpu.stat`, 'utf8');
    return Number(/nr_throttled (\d+)/.exec(text)?.[1]);
  };
  await until(async () => (await throttled()) > 2, 'it to be slowed down');
  await launched.kill();
});

test('where the system holds the limit of memory, the figure beside it is what counts there, and shared pages count once', async () => {
  const script = '#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 60 & done\nwait\n';
  const plan = { ...(await planOf('server', script)), limits: { cpu: 2_000, memory: 16 } };
  const { launched } = await start(enforcing, 'listens', plan);
  let usage: Usage | undefined;
  const isCounted = () => (usage?.processes ?? 0) > 20 && (usage?.memoryBytes ?? 0) > 0;
  await until(async () => (usage = await launched.usage()) !== undefined && isCounted(), 'all of its processes');
  expect(usage?.memoryBytes).toBeLessThan(16 * 1_048_576);
  expect(usage?.over).toEqual([]);
  await launched.kill();
});

test('a server that only looks over its share of the processor is said to be', async () => {
  const plan = { ...(await planFor('runs-hot')), limits: { cpu: 50, memory: 512 } };
  const { launched } = await start(looking, 'runs-hot', plan);
  await until(async () => (await launched.usage())?.over?.includes('cpu') === true, 'it to be seen over its limit');
  await launched.kill();
});

test('a server that a person kills is not out of memory', async () => {
  const { launched } = await start(enforcing, 'ignores-term');
  await launched.kill();
  expect(await launched.exited).toEqual({ code: null, signal: 'SIGKILL', outOfMemory: false });
});

test('strays of a lost life are found by their mark, when the first process is gone', async () => {
  const plan = await planFor('ignores-term');
  const env = { ...plan.environment, SLIPWAY_SERVER_ID: plan.server_id };
  const args = ['-f', plan.program, ...plan.arguments];
  const starter = spawn('setsid', args, { cwd: plan.folder, env, stdio: 'ignore' });
  await once(starter, 'exit');
  await until(async () => (await countMarked(plan.server_id)) === 1, 'the stray');
  const leftover = { server_id: plan.server_id, pid: starter.pid ?? 0, identity: 'another boot/1' };
  expect(await enforcing.endLeftover(leftover)).toBe('ended');
  expect(await countMarked(plan.server_id)).toBe(0);
  expect(await enforcing.endLeftover(leftover)).toBe('gone');
});

test('a record that names us, the first process or everybody ends nobody', async () => {
  const { launched } = await start(enforcing, 'ignores-term');
  for (const pid of [process.pid, process.ppid, 1, 0, -1]) {
    const identity = await readFile(`/proc/${pid}/stat`, 'utf8').then(
      async (stat) =>
        `${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()}/${stat.split(') ')[1]?.split(' ')[19]}`,
      () => '',
    );
    expect(await enforcing.endLeftover({ server_id: 'nobody', pid, identity })).toBe('gone');
  }
  expect(await launched.isTreeAlive()).toBe(true);
  await launched.kill();
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(
  'a server with a user of its own leaves nothing that left its tree, its session and its environment',
  async () => {
    const user = 1_950_000_000 + randomInt(1_000_000);
    const script = '(env -i setsid sleep 600 </dev/null >/dev/null 2>&1 &); echo started; exec sleep 600';
    const run = { program: '/bin/sh', arguments: ['-c', script], folder: '/', user };
    const { launched, plan, text } = await start(looking, 'listens', run);
    await until(() => text().includes('started'), 'its script');
    await until(async () => (await runBy(user)).length === 2, `two processes of user ${user}`);
    expect(await countMarked(plan.server_id), 'one does not say whose it is').toBe(1);
    await launched.kill();
    expect(await runBy(user)).toEqual([]);
  },
);

async function runBy(user: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  return pids.filter(
    (_, at) => new RegExp(`^Uid:\\s+${user}\\s`, 'm').test(texts[at] ?? '') && !/^State:\s+[ZX]/m.test(texts[at] ?? ''),
  );
}

/** The number that a child or grandchild printed. */
async function printedPid(text: () => string): Promise<number> {
  await until(() => /child ready \d+\n/.test(text()), 'the child');
  return Number(/child ready (\d+)/.exec(text())?.[1]);
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/.test(stat);
}
