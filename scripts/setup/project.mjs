// Where the project is, how the scripts talk (always on stderr, so that stdout stays free for answers), and how to find
// the JavaScript file behind a package's command.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopWithNpm } from './stop-with-npm.mjs';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
export const modulesFolder = path.join(projectRoot, 'node_modules');

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An expected failure: its message is a full sentence for the user, so no stack trace belongs beside it. */
export class SetupError extends Error {}

/** Runs an entry script and turns an expected failure into one sentence and exit code 1. @param {() => Promise<void>} entry */
export async function runEntry(entry) {
  stopWithNpm();
  try {
    await entry();
  } catch (error) {
    if (!(error instanceof SetupError) && !isBadArgument(error)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/**
 * What Node throws for an option that a script does not have.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isBadArgument(error) {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/**
 * Reads a JSON file of our own or of npm; undefined when it is missing or half written.
 * @param {string} file
 * @returns {any}
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The file to run with Node for a package's command. Going past `.bin` works the same on Windows, without a shell.
 * @param {string} packageName
 * @param {string} command
 */
export function commandFile(packageName, command) {
  const bin = readJson(path.join(modulesFolder, packageName, 'package.json'))?.bin;
  const file = typeof bin === 'string' ? bin : bin?.[command];
  const full = file && path.join(modulesFolder, packageName, file);
  if (full && existsSync(full)) return full;
  throw new SetupError(`The command ${command} of ${packageName} is not installed. Run "npm ci" and try again.`);
}
