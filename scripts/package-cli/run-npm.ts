// Runs npm, which is a script on Windows that only a shell starts: with the Node of now where npm says where it is, as in `npm run`.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Answers what it wrote. */
export async function runNpm(args: readonly string[], cwd: string): Promise<string> {
  const script = process.env['npm_execpath'];
  const isKnown = script !== undefined && path.basename(script) === 'npm-cli.js';
  const ended = isKnown ? run(process.execPath, [script, ...args], { cwd }) : run('npm', args, { cwd });
  return (await ended).stdout;
}
