// npm run soak [-- NAME ...]: the whole form of the tests that `npm test` runs in a short one: many rounds, every pair of fault and
// target. NAMEs choose files by a part of their path.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandFile, projectRoot, SetupError } from './setup/project.mjs';

const usesSoak = /from '(?:\.\.\/)+support\/soak\.ts'/;

export async function main(names: string[]): Promise<void> {
  const files = soakTests().filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  if (files.length === 0) throw new SetupError(`No soak test has ${names.join(' or ')} in its path.`);
  const args = [commandFile('vitest', 'vitest'), 'run', '--project=node', '--testTimeout=900000', ...files];
  const env = { ...process.env, SLIPWAY_SOAK: '1' };
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  process.exitCode = Number(code ?? 1);
}

/** Those that have a short and a whole form. */
export function soakTests(): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: projectRoot }).toSorted();
  return files.filter((file) => usesSoak.test(readFileSync(path.join(projectRoot, file), 'utf8')));
}
