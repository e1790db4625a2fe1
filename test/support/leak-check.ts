// A setup file: after each test file it looks for what was left open or lying around (servers, sockets, timers, child
// processes, worker threads, temporary folders) and fails the file by name.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { useBundledThreads } from './bundled-threads.ts';
import { watchOpenThings } from './open-things.ts';
import { removeTempFolders } from './temp-folder.ts';
import { endWaitsAfter } from './until.ts';

/** Closing is asynchronous: a socket may need a few turns of the loop after its close was awaited. */
const graceMs = 1000;
const stepMs = 25;

useBundledThreads();

const tempVariable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
const originalTemp = process.env[tempVariable];
let tempRoot = '';
let openThings = (): string[] => [];

beforeAll(async () => {
  // Everything that asks the system for a temporary place gets one below this folder, so nothing can be left unseen.
  tempRoot = await mkdtemp(path.join(os.tmpdir(), 'slipway-test-'));
  process.env[tempVariable] = tempRoot;
  openThings = watchOpenThings();
});

/** A wait that is given up says what it was for; a test that runs out of time does not. */
const sayingMs = 3_000;

beforeEach(({ task }) => endWaitsAfter(task.timeout - sayingMs));
afterEach(() => endWaitsAfter(undefined));

afterAll(async () => {
  const leaks = await thingsLeftOpen();
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

async function thingsLeftOpen(): Promise<string[]> {
  const deadline = performance.now() + graceMs;
  let open = openThings();
  while (open.length > 0 && performance.now() < deadline) {
    await wait(stepMs, undefined, { ref: false });
    open = openThings();
  }
  return open;
}
