// Installs packages on Debian and its derivatives, where that can be done without a password.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './project.mjs';
import { lastLines, runQuietly } from './run-quietly.mjs';

let isUpdated = false;

/**
 * @param {string[]} packages
 * @param {string} what who needs them, as "Debian's chromium, which the tests need"
 * @returns {Promise<string | undefined>} why it failed
 */
export async function installPackages(packages, what) {
  const prefix = aptPrefix();
  if (!prefix) return '  apt-get: not on this machine, or not allowed without a password';
  say(`Installing ${what}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args];
    return runQuietly(command, rest, { env });
  };
  // One source out of reach fails the update; the package may come from another all the same.
  if (!isUpdated) await apt('update');
  isUpdated = true;
  const outcome = await apt('install', '-y', '--no-install-recommends', ...packages);
  return outcome.ok
    ? undefined
    : `  apt-get install ${packages.join(' ')}: ${outcome.reason}\n${lastLines(outcome.tail, 5)}`;
}

function aptPrefix() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}
