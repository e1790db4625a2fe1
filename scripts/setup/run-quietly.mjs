// Runs a child process without showing its output, and keeps the end of it for the sentence that reports a failure.
import { spawn } from 'node:child_process';
import os from 'node:os';

const keptCharacters = 4000;
/** @type {readonly NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * @typedef {{ ok: boolean, tail: string, reason: string }} Outcome
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export function runQuietly(command, args, options = {}) {
  const { timeoutMs, ...spawnOptions } = options;
  const env = { ...(options.env ?? process.env), NO_COLOR: '1', FORCE_COLOR: '0' };
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...spawnOptions, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let tail = '';
    let timedOut = false;
    const keep = (/** @type {Buffer} */ chunk) => {
      tail = (tail + chunk.toString()).slice(-keptCharacters);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, timeoutMs)
      : undefined;
    const finish = (/** @type {boolean} */ ok, /** @type {string} */ reason) => {
      clearTimeout(timer);
      for (const signal of endingSignals) process.off(signal, stop);
      resolve({ ok, tail: tail.trim(), reason });
    };
    // An npm that outlives us would go on writing into node_modules while the next start writes there too.
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill('SIGKILL');
      process.exit(128 + os.constants.signals[signal]);
    };
    for (const signal of endingSignals) process.once(signal, stop);
    child.once('error', (error) => finish(false, error.message));
    child.once('close', (code, signal) => {
      if (timedOut) finish(false, `it took longer than ${Math.round((timeoutMs ?? 0) / 1000)} s`);
      else finish(code === 0, signal ? `it was ended by ${signal}` : `it ended with code ${code}`);
    });
  });
}

/** The last lines of captured output without stack frames, set in so that they read as a quotation. @param {string} text */
export function lastLines(text, count = 15) {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .slice(-count);
  return lines.map((line) => `    ${line}`).join('\n');
}
