// Knows what this process has open: sockets and servers by asking Node, timers, worker threads and child processes by
// watching them come and go, because Node leaves the unref'd ones out and cannot tell our timers from the test runner's.
import { createHook } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { isIdle } from '../../embedded-server/platform/threads/idle-threads.ts';

interface WatchedTimer {
  readonly timer: NodeJS.Timeout;
  /** Its stack says where the timer was set. It is written out only for one that was left: there are thousands of timers. */
  readonly set: Error;
}

const countedByNode: Readonly<Record<string, string>> = {
  FSEventWrap: 'file watcher',
  PipeWrap: 'pipe',
  TCPServerWrap: 'TCP server',
  TCPSocketWrap: 'TCP socket',
  UDPWrap: 'UDP socket',
};

// Once for a process, however many test files it runs: what is watched twice costs twice.
const watched = { timers: watchTimers(), workers: watchWorkers(), children: watchChildren() };

/** The function that it returns lists in words what was opened since and is still open. */
export function watchOpenThings(): () => string[] {
  openStandardStreams();
  const before = countOpen();
  const { timers, workers, children } = watched;
  const earlier = new Set<unknown>([...timers.keys(), ...workers, ...children]);
  return () => {
    const opened = [...countOpen()].map(([type, count]) => ({ type, more: count - (before.get(type) ?? 0) }));
    return [
      ...opened.filter(({ more }) => more > 0).map(({ type, more }) => `${more} ${countedByNode[type]}`),
      ...[...timers]
        .filter(([id, { timer }]) => !earlier.has(id) && timer.hasRef())
        .map(([, { set }]) => firstPlace(set.stack ?? ''))
        .filter((place) => !place.includes('/node_modules/vitest/') && !place.includes('/node_modules/@vitest/'))
        .map((place) => `timer from ${place}`),
      ...[...workers]
        .filter((worker) => !earlier.has(worker) && !isIdle(worker))
        .map((worker) => `worker thread ${worker.threadId}`),
      // One that the system refused to start has no number.
      ...[...children]
        .filter((child) => !earlier.has(child) && child.pid !== undefined)
        .map((child) => `child process ${child.pid} (${path.basename(child.spawnfile)})`),
    ];
  };
}

/** Node opens each when it is first asked for, which is no leak of the test that asks first. */
function openStandardStreams(): unknown {
  return [process.stdin, process.stdout, process.stderr];
}

function countOpen(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) {
    if (type in countedByNode) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

function watchTimers(): Map<number, WatchedTimer> {
  const timers = new Map<number, WatchedTimer>();
  createHook({
    init(id, type, _trigger, timer) {
      // Those of Node's own, as of each socket, hold up nothing from the start.
      if (type !== 'Timeout' || !isTimer(timer) || !timer.hasRef()) return;
      timers.set(id, { timer, set: new Error('set here') });
    },
    destroy(id) {
      timers.delete(id);
    },
    // Following every promise would slow all tests down, and no promise is a leak.
    trackPromises: false,
  }).enable();
  return timers;
}

/** The first line of a stack that is neither Node's nor this file's. */
function firstPlace(stack: string): string {
  const frames = stack.split('\n').slice(1);
  const frame = frames.find((line) => !line.includes('node:') && !line.includes(import.meta.filename));
  return frame?.replace(/^\s*at /, '').trim() ?? 'an unknown place';
}

function isTimer(value: object): value is NodeJS.Timeout {
  return 'hasRef' in value;
}

function watchWorkers(): Set<Worker> {
  const workers = new Set<Worker>();
  subscribe('worker_threads', (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node documents this message, but does not type it
    const { worker } = message as { worker: Worker };
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  return workers;
}

function watchChildren(): Set<ChildProcess> {
  const children = new Set<ChildProcess>();
  subscribe('child_process', (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node documents this message, but does not type it
    const child = (message as { process: ChildProcess }).process;
    children.add(child);
    const forget = () => children.delete(child);
    child.once('exit', forget);
    child.once('error', forget);
  });
  return children;
}
