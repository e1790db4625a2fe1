// Runs a tool's JavaScript file on this Node with its output shown, and takes over its exit code.
import { spawn } from 'node:child_process';
import { passSignals } from './setup/pass-signals.mjs';
import { projectRoot } from './setup/project.mjs';

export function runShown(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<boolean> {
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const stopPassing = passSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      stopPassing();
      if (code !== 0) process.exitCode = code ?? 1;
      resolve(code === 0);
    });
  });
}
