// How long `slipway serve` takes from process start until it answers, beside a bare node:http server started in turn with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../setup/project.mjs';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ROUNDS = 9;
const BARE = `const s = require('node:http').createServer((q, r) => r.end('{}'));
s.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + s.address().port })));`;

export const startMeasure: Measure = {
  name: 'start',
  goal: 'answers within 500 ms of process start, on an existing folder',
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'slipway-bench-'));
    const entry = path.join(projectRoot, 'scripts/slipway.mjs');
    const serve = [entry, 'serve', '--data', folder, '--port', '0', '--json'];
    await timeToAnswer(serve); // makes the folder
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timeToAnswer(serve));
      bare.push(await timeToAnswer(['-e', BARE]));
    }
    await rm(folder, { recursive: true });
    const ratio = median(ours) / median(bare);
    return `${median(ours).toFixed(0)} ms, ${ratio.toFixed(1)} x bare node:http (${median(bare).toFixed(0)} ms)`;
  },
};

async function timeToAnswer(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(child.stdout, 'data');
  const url = /"url":"([^"]+)"/.exec(String(line))?.[1];
  const response = await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
  await response.text();
  const took = performance.now() - startedAt;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  return took;
}
