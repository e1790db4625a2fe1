// Small programs that behave as servers shouldn't, each a few lines of Node written into a folder of the test.
import { randomUUID } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessPlan } from '../../../../../embedded-server/runtime/runner/runner.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';

const STAY = 'setInterval(() => {}, 1000);';
const IGNORE = "process.on('SIGTERM', () => console.log('ignored')); process.on('SIGHUP', () => {});";

export const programs = {
  'prints-and-ends':
    "console.log('to stdout GREETING=' + process.env.GREETING, Object.keys(process.env).join()); console.error('to stderr');",
  fails: 'process.exit(3);',
  listens: `
    const port = Number(process.env.PORT);
    const end = () => { console.log('asked to end'); process.exit(0); };
    process.on('SIGTERM', end);
    require('net').createServer().listen(port, '127.0.0.1', () => {
      const socket = require('dgram').createSocket('udp4');
      socket.bind(port, '127.0.0.1', () => console.log('ready'));
    });`,
  'ignores-term': `${IGNORE} ${STAY} console.log('ready');`,
  /** The child is a session of its own and ends at once, so that the grandchild has another parent. */
  'leaves-a-stubborn-grandchild': `
    const { spawn } = require('child_process');
    const grandchild = ${JSON.stringify(`${IGNORE} ${STAY} console.log('grandchild ready', process.pid);`)};
    const child = 'require("child_process").spawn(process.execPath, ["-e", process.argv[1]], { detached: true, stdio: "inherit" }).unref();';
    spawn(process.execPath, ['-e', child, grandchild], { detached: true, stdio: 'inherit' }).unref();
    ${IGNORE} ${STAY}`,
  floods:
    "const line = Buffer.alloc(65536, 'x'); const go = () => { while (process.stdout.write(line)); process.stdout.once('drain', go); }; go();",
  /** Below the limit of the suite when it starts, far over it soon after. */
  'takes-memory':
    "const kept = []; setInterval(() => { if (kept.length < 100) kept.push(Buffer.alloc(8 << 20, 1)); }, 20); console.log('ready');",
  'forks-and-exits': `
    const child = ${JSON.stringify("require('net').createServer().listen(Number(process.env.PORT), '127.0.0.1', () => console.log('child ready', process.pid));")};
    require('child_process').spawn(process.execPath, ['-e', child], { detached: true, stdio: 'inherit' }).unref();
    process.exit(0);`,
  'closes-stdout': `require('fs').closeSync(1); require('fs').closeSync(2); ${STAY}`,
  'forks-without-end':
    "const { spawn } = require('child_process'); setInterval(() => { for (let n = 0; n < 10; n += 1) spawn('/bin/sleep', ['60'], { stdio: 'ignore' }).on('error', () => {}); }, 20);",
  'binds-elsewhere':
    "require('net').createServer().listen(0, '127.0.0.2', function () { console.log('ready ' + this.address().port); });",
  'runs-hot': "const end = Date.now() + 60000; console.log('ready'); while (Date.now() < end);",
  /** Leaves its parent, its session and its environment behind; the parent goes when the file LEAVE_FILE is there, or at once. */
  'clears-its-environment': `
    const { spawn } = require('child_process');
    const child = 'require("child_process").spawn(process.execPath, ["-e", process.argv[1]], { detached: true, stdio: "inherit", env: {} }).unref(); const file = process.env.LEAVE_FILE; setInterval(() => { if (!file || require("fs").existsSync(file)) process.exit(0); }, 10);';
    spawn(process.execPath, ['-e', child, ${JSON.stringify(`${IGNORE} ${STAY} console.log('grandchild ready', process.pid);`)}], { detached: true, stdio: 'inherit' }).on('exit', () => console.log('left'));
    ${STAY}`,
};
export type ProgramName = keyof typeof programs;

export async function planFor(program: ProgramName, port?: number): Promise<Omit<ProcessPlan, 'onOutput'>> {
  return {
    ...(await planOf('server.cjs', programs[program])),
    program: process.execPath,
    arguments: ['server.cjs'],
    environment: { GREETING: 'hello', ...(port === undefined ? {} : { PORT: String(port) }) },
  };
}

/** A plan for a file of one's own. */
export async function planOf(
  name: string,
  content: string | Buffer,
  mode = 0o755,
): Promise<Omit<ProcessPlan, 'onOutput'>> {
  const folder = await makeTempFolder('server');
  const program = path.join(folder, name);
  await writeFile(program, content);
  await chmod(program, mode);
  const limits = { cpu: 2000, memory: 1024 };
  return { server_id: randomUUID(), program, arguments: [], environment: { PATH: '/usr/bin:/bin' }, folder, limits };
}

/** By the environment of every process, read here. */
export async function countMarked(server_id: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  return texts.filter((text) => text.split('\0').includes(`SLIPWAY_SERVER_ID=${server_id}`)).length;
}
