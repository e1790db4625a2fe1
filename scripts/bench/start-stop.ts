// Starts and stops a thousand servers and prints what there is before and after: nothing may stay behind.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../setup/project.mjs';
import type { Measure } from './measure.ts';

const ROUNDS = 1_000;

export const startStop: Measure = {
  name: 'start-stop',
  goal: `${ROUNDS} starts and stops leave no process, port, handle, control group or folder`,
  run: async () => {
    const script = path.join(projectRoot, 'test/embedded-server/runtime/processes/support/start-stop.ts');
    const startedAt = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, [script, String(ROUNDS)]);
    const seconds = (performance.now() - startedAt) / 1000;
    return `${stdout.trim()} in ${seconds.toFixed(0)} s`;
  },
};
