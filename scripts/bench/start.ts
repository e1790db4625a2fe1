// How long `slipway serve` takes from process start until it answers, as the installed command and from source, beside a bare
// node:http server, all three started in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandFiles } from '../package-cli/command-files.ts';
import { startScript } from '../package-cli/npm-package.ts';
import { projectRoot } from '../setup/project.mjs';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ROUNDS = 9;
const BARE = `const s = require('node:http').createServer((q, r) => r.end('{}'));
s.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + s.address().port })));`;

export const startMeasure: Measure = {
  name: 'start',
  goal: 'the installed command answers within 400 ms of process start, on an existing folder',
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'slipway-bench-'));
    const serve = ['serve', '--data', path.join(folder, 'data'), '--port', '0', '--json'];
    const installed = [await installInto(path.join(folder, 'command')), ...serve];
    const fromSource = [path.join(projectRoot, 'scripts/slipway.mjs'), ...serve];
    for (const first of [installed, fromSource]) await timeToAnswer(first); // makes the folder, and what V8 keeps of the code
    const ours: number[] = [];
    const source: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timeToAnswer(installed));
      source.push(await timeToAnswer(fromSource));
      bare.push(await timeToAnswer(['-e', BARE]));
    }
    await rm(folder, { recursive: true });
    const ratio = median(ours) / median(bare);
    const beside = `from source ${median(source).toFixed(0)} ms, bare node:http ${median(bare).toFixed(0)} ms`;
    return `${median(ours).toFixed(0)} ms, ${ratio.toFixed(1)} x bare node:http (${beside})`;
  },
};

/** The files of the npm package; answers its script. */
export async function installInto(folder: string): Promise<string> {
  const script = path.join(folder, 'bin/slipway.js');
  await mkdir(path.dirname(script), { recursive: true });
  await mkdir(path.join(folder, 'lib'));
  for (const { name, text } of await commandFiles()) await writeFile(path.join(folder, 'lib', name), text);
  await writeFile(script, startScript);
  return script;
}

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
