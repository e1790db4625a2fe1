// A setup file: after each test file it looks for what was left open or lying around (servers, sockets, timers, child
// processes, worker threads, temporary folders) and fails the file by name.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { childProcesses } from './child-processes.ts';
import { removeTempFolders } from './temp-folder.ts';

/** Closing is asynchronous: a socket may need a few turns of the loop after its close was awaited. */
const graceMs = 1000;
const stepMs = 25;

const inWords: Readonly<Record<string, string>> = {
  FSEventWrap: 'file watcher',
  MessagePort: 'worker thread or message port',
  PipeWrap: 'pipe',
  ProcessWrap: 'child process',
  TCPServerWrap: 'TCP server',
  TCPSocketWrap: 'TCP socket',
  Timeout: 'timer',
  UDPWrap: 'UDP socket',
};

const tempVariable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
const originalTemp = process.env[tempVariable];
let tempRoot = '';
let resourcesBefore = new Map<string, number>();
let childrenBefore = new Set<number>();

beforeAll(async () => {
  // Everything that asks the system for a temporary place gets one below this folder, so nothing can be left unseen.
  tempRoot = await mkdtemp(path.join(os.tmpdir(), 'slipway-test-'));
  process.env[tempVariable] = tempRoot;
  childrenBefore = new Set(await childProcesses());
  resourcesBefore = openResources();
});

afterAll(async () => {
  const leaks = await resourceLeaks();
  await removeTempFolders();
  const leftovers = await readdir(tempRoot);
  leaks.push(...leftovers.map((name) => `temporary file or folder ${name}`));
  await rm(tempRoot, { recursive: true, force: true, maxRetries: 5 });
  if (originalTemp === undefined) delete process.env[tempVariable];
  else process.env[tempVariable] = originalTemp;
  if (leaks.length > 0) {
    const file = path.relative(process.cwd(), expect.getState().testPath ?? 'this test file');
    throw new Error(`${file} left behind: ${leaks.join(', ')}. Close or remove it in the test.`);
  }
});

async function resourceLeaks(): Promise<string[]> {
  const deadline = performance.now() + graceMs;
  let leaks = await currentLeaks();
  while (leaks.length > 0 && performance.now() < deadline) {
    await wait(stepMs, undefined, { ref: false });
    leaks = await currentLeaks();
  }
  return leaks;
}

async function currentLeaks(): Promise<string[]> {
  const leaks: string[] = [];
  const children = await childProcesses();
  const left = children.filter((pid) => !childrenBefore.has(pid));
  if (left.length > 0) leaks.push(`child process (pid ${left.join(', ')})`);
  for (const [type, count] of openResources()) {
    const more = count - (resourcesBefore.get(type) ?? 0);
    if (type === 'ProcessWrap' && left.length > 0) continue;
    if (more > 0) leaks.push(`${more} ${inWords[type]}`);
  }
  return leaks;
}

function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) {
    if (type in inWords) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}
