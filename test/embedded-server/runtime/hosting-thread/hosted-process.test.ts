// One server in the hosting thread whose end cannot be followed: who stops it hears of that, and nothing of it is due later.
import { expect, it, onTestFinished, vi } from 'vitest';
import { type HostedParts, hostProcess } from '../../../../embedded-server/runtime/hosting-thread/hosted-process.ts';
import type { Launched } from '../../../../embedded-server/runtime/runner/runner.ts';
import { createSdk } from '../../../../embedded-server/runtime/sdk/sdk-ports.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function start() {
  const notes: string[] = [];
  const exited = Promise.withResolvers<Awaited<Launched['exited']>>();
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
      launch: async () => launched,
      endLeftover: async () => 'gone',
      onUsage: () => nothing,
      openPorts: async () => new Map(),
      close: async () => undefined,
    },
    listening: { await: nothing, forget: nothing, close: nothing },
    sdk: createSdk(nothing),
    readyWithinMs: 1000,
    log: { write: nothing, note: (text) => void notes.push(text), tail: async () => [] },
    onProblem: nothing,
    onListening: nothing,
    onQueried: nothing,
    sdkEvents: { onNotReady: nothing, onShutdown: nothing, onUnhealthy: nothing, onChanged: nothing },
    onSilent: nothing,
    onEnded: nothing,
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
  });
  return { hosted, notes, lost };
}

it('is no longer about to be killed once its stop has failed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { hosted, notes, lost } = await start();
  await expect(hosted.stop(10_000)).rejects.toBe(lost);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notes.filter((note) => !note.startsWith('Starting'))).toEqual(['Asked to end within 10 s.']);
});
