// One server in the hosting thread: how long it ran; and one whose end cannot be followed, of which who stops it hears, and nothing is due
// later.
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type HostedParts, hostProcess } from '../../../../embedded-server/runtime/hosting-thread/hosted-process.ts';
import type { Launched } from '../../../../embedded-server/runtime/runner/runner.ts';
import { createSdk } from '../../../../embedded-server/runtime/sdk/sdk-ports.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function start({
  launchMs = 0,
  hasEnded = false,
  onEnded = () => undefined,
  onProblem = () => undefined,
  stopCommand,
}: Partial<Pick<HostedParts, 'onEnded' | 'onProblem'>> & {
  launchMs?: number;
  hasEnded?: boolean;
  stopCommand?: string;
} = {}) {
  const notes: string[] = [];
  const exited = Promise.withResolvers<Awaited<Launched['exited']>>();
  if (hasEnded) exited.resolve({ code: 3, signal: null, outOfMemory: false });
  const lost = new Error('Its processes cannot be read');
  const launched: Launched = {
    pid: 1,
    identity: 'first',
    enforced: { memory: false, cpu: false, processes: false },
    exited: exited.promise,
    gone: new Promise(() => undefined),
    isTreeAlive: () => Promise.reject(lost),
    openPorts: async () => [],
    usage: async () => undefined,
    ownsConnection: async () => true,
    type: () => undefined,
    stop: () => exited.resolve({ code: 0, signal: null, outOfMemory: false }),
    kill: async () => undefined,
  };
  const folder = await makeTempFolder();
  const nothing = () => undefined;
  const parts: HostedParts = {
    runner: {
      launch: async () => (launchMs === 0 ? launched : await sleep(launchMs, launched)),
      endLeftover: async () => 'gone',
      onUsage: () => nothing,
      openPorts: async () => new Map(),
      close: async () => undefined,
    },
    listening: { await: nothing, forget: nothing, close: nothing },
    sdk: createSdk(nothing),
    readyWithinMs: 1000,
    log: { write: nothing, note: (text) => void notes.push(text), tail: async () => [] },
    onProblem,
    onListening: nothing,
    onQueried: nothing,
    sdkEvents: { onNotReady: nothing, onShutdown: nothing, onUnhealthy: nothing, onChanged: nothing },
    onSilent: nothing,
    onEnded,
  };
  const hosted = await hostProcess(parts, {
    server_id: 'one',
    expected: [],
    logFolder: folder,
    program: '/bin/true',
    arguments: [],
    environment: {},
    folder,
    limits: {},
    ...(stopCommand === undefined ? {} : { stopCommand }),
  });
  return { hosted, notes, lost, exited, folder };
}

it('is no longer about to be killed once its stop has failed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { hosted, notes, lost } = await start();
  await expect(hosted.stop(10_000)).rejects.toBe(lost);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notes.filter((note) => !note.startsWith('Starting'))).toEqual(['Asked to end within 10 s.']);
});

it('gets the signal before its end where it is given less time after its stop command', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { hosted, notes, lost } = await start({ stopCommand: 'quit' });
  const first = hosted.stop(60_000);
  await vi.advanceTimersByTimeAsync(5_000);
  const sooner = hosted.stop(10_000);
  const both = Promise.allSettled([first, sooner]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await both).toMatchObject([{ reason: lost }, { reason: lost }]);
  expect(notes.slice(1)).toEqual([
    'Asked to end within 60 s.',
    '> quit',
    'Its stop command did not end it so far, so it is sent a signal.',
  ]);
});

it('costs no other server its thread where its end cannot be followed and nobody stops it', async () => {
  const told = Promise.withResolvers<unknown>();
  const { exited, lost } = await start({ onProblem: told.resolve });
  exited.resolve({ code: 0, signal: null, outOfMemory: false });
  expect(await told.promise).toBe(lost);
});

it('ran for as long as its program did, without what its start took', async () => {
  const ended = Promise.withResolvers<number>();
  const { exited } = await start({ launchMs: 600, onEnded: (_exit, _tail, ranMs) => ended.resolve(ranMs) });
  await sleep(100);
  exited.resolve({ code: 3, signal: null, outOfMemory: false });
  const ranMs = await ended.promise;
  expect(ranMs).toBeGreaterThanOrEqual(90);
  expect(ranMs).toBeLessThan(600);
});

it('ran for no time where its program ended before its start was answered', async () => {
  const ended = Promise.withResolvers<number>();
  const onEnded: HostedParts['onEnded'] = (_exit, _tail, ranMs) => ended.resolve(ranMs);
  await start({ launchMs: 300, hasEnded: true, onEnded });
  expect(await ended.promise).toBeLessThan(100);
});

it('says once in its log which log file cannot be read', async () => {
  const ended = Promise.withResolvers<void>();
  const { exited, notes, folder } = await start({ onEnded: () => ended.resolve() });
  const outside = path.join(await makeTempFolder('outside'), 'secret');
  await writeFile(outside, 'secret');
  await symlink(outside, path.join(folder, 'game.log'));
  exited.resolve({ code: 3, signal: null, outOfMemory: false });
  await ended.promise;
  expect(notes.slice(1)).toEqual([
    "The log file game.log cannot be read (it is outside the server's folder). Slipway keeps trying.",
  ]);
});
